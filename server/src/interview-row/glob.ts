/**
 * Whether a name is meant by a pattern: `*` is any run of characters, `?` any one, `{one,other}` either; capitals do not
 * matter. Takes time in proportion to pattern times name, whatever the pattern.
 */
export function matchesGlob(pattern: string, name: string): boolean {
  const characters = Array.from(name.toLowerCase())
  // All places of the name that may lie behind what was read of the pattern.
  let places: ReadonlySet<number> = new Set([0])
  for (const [piece, either] of pattern.toLowerCase().matchAll(/\{([^{}]*)\}|[\s\S]/gu)) {
    const ways = either === undefined ? [piece] : either.split(',')
    places = new Set(ways.flatMap((way) => [...behind(way, places, characters)]))
  }
  return places.has(characters.length)
}

function behind(way: string, before: ReadonlySet<number>, characters: readonly string[]): ReadonlySet<number> {
  let places = [...before]
  for (const wanted of way) {
    if (wanted === '*') {
      const first = Math.min(...places, characters.length + 1)
      places = Array.from({ length: characters.length + 1 - first }, (_, more) => first + more)
    } else
      places = places
        .filter((place) => place < characters.length && (wanted === '?' || characters[place] === wanted))
        .map((place) => place + 1)
  }
  return new Set(places)
}
