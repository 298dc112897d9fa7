/**
 * Cuts a cell that holds several answers. Declared options are found first, the longest one wherever several begin:
 * they may contain the separator. The rest is cut at each separator, except that commas stand in sentences, too: what
 * follows each other between declared options and is none of them stays one piece.
 */
export function cellPieces(separator: string, declared: ReadonlySet<string>): (cell: string) => readonly string[] {
  const reach = Math.max(1, ...[...declared].map((option) => option.split(separator).length))
  const isProse = separator === ',' && declared.size > 0
  return (cell) => {
    const parts = cell.split(separator)
    if (reach === 1 && !isProse) return parts
    const found: string[] = []
    let unknown: string[] = []
    const flush = () => {
      if (unknown.length > 0) found.push(...(isProse ? [unknown.join(separator)] : unknown))
      unknown = []
    }
    for (let at = 0; at < parts.length; ) {
      const length = matched(parts, at, reach, separator, declared)
      if (length > 0) {
        flush()
        found.push(parts.slice(at, at + length).join(separator))
      } else if (parts[at]?.trim() !== '' || unknown.length > 0) unknown.push(parts[at] ?? '')
      at += Math.max(1, length)
    }
    flush()
    return found
  }
}

/** How many parts, from this one on, together form a declared option; 0: none. */
function matched(
  parts: readonly string[],
  at: number,
  reach: number,
  separator: string,
  declared: ReadonlySet<string>,
) {
  for (let length = Math.min(reach, parts.length - at); length > 0; length--)
    if (
      declared.has(
        parts
          .slice(at, at + length)
          .join(separator)
          .trim(),
      )
    )
      return length
  return 0
}
