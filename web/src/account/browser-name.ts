const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

const nameIn = (names: readonly (readonly [string, string])[], agent: string) =>
  names.find(([mark]) => agent.includes(mark))?.[1]

/** A browser's name and system, as far as it says them: to tell one's own sessions apart, nothing more. */
export function browserName(agent: string): string {
  const named = [nameIn(browsers, agent), nameIn(systems, agent)].filter((name) => name !== undefined)
  return named.length > 0 ? named.join(' · ') : agent.slice(0, 60)
}
