/** Whether a word begins as one of these. */
export const startsAs = (word: string | undefined, stems: readonly string[]): boolean =>
  word !== undefined && stems.some((stem) => word.startsWith(stem))

const [leastStem, mostEnding] = [4, 4]

/** Whether two folded words are one in different forms: only short endings differ. Numbers have no forms. */
export function alike(one: string, other: string): boolean {
  if (one === other) return true
  if (/\d/.test(one + other)) return false
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  const longest = Math.max(one.length, other.length)
  return same >= leastStem && 2 * same >= longest && longest - same <= mostEnding
}
