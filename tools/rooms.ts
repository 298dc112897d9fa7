import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A room is a folder of `server/src` or `web/src`; what lies beside the rooms, the doors of a program, is the room `.`. */
export type Floor = { readonly workspace: 'server' | 'web'; readonly files: ReadonlyMap<string, readonly string[]> }

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const isCode = (file: string) => /\.(tsx?|css)$/.test(file) && !/\.(test|rows|seeds|fixture)\.|\.d\.ts$/.test(file)
const imported = /(?:\bfrom\s*|\bimport\s*\(\s*|^import\s+)['"](\.{1,2}\/[^'"?]+)/gm

/** Each file of code of a workspace, and those of the same workspace that it imports. */
export function floorOf(workspace: Floor['workspace']): Floor {
  const source = join(root, workspace, 'src')
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(isCode).sort()
  const known = new Set(names)
  const importsOf = (file: string) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(imported)]
      .map(([, path = '']) => normalize(join(dirname(file), path)))
      .filter((path) => known.has(path))
  return { workspace, files: new Map(names.map((file) => [file, importsOf(file)])) }
}

const roomOf = (file: string): string => dirname(file)

/** Which rooms each room imports from. */
export function roomsOf({ files }: Floor): ReadonlyMap<string, ReadonlySet<string>> {
  const rooms = new Map<string, Set<string>>()
  for (const [file, imports] of files) {
    const below = rooms.get(roomOf(file)) ?? new Set()
    rooms.set(roomOf(file), below)
    for (const other of imports) if (roomOf(other) !== roomOf(file)) below.add(roomOf(other))
  }
  return rooms
}

/**
 * Rooms by how high they lie: those of a floor import from the floors below it alone, and the lowest from none. What is
 * left over stands in a circle of imports, or above one.
 */
export function heightsOf(rooms: ReadonlyMap<string, ReadonlySet<string>>): {
  readonly heights: readonly (readonly string[])[]
  readonly circle: readonly string[]
} {
  const heights: string[][] = []
  const laid = new Set<string>()
  for (;;) {
    const next = [...rooms].filter(([room, below]) => !laid.has(room) && [...below].every((one) => laid.has(one)))
    if (next.length === 0) break
    heights.push(next.map(([room]) => room).sort())
    for (const [room] of next) laid.add(room)
  }
  return { heights, circle: [...rooms.keys()].filter((room) => !laid.has(room)).sort() }
}

/** Files that import another room's `.store`, each with what it imports. */
export const foreignStores = ({ files }: Floor): readonly string[] =>
  [...files].flatMap(([file, imports]) =>
    imports
      .filter((other) => other.includes('.store.') && roomOf(other) !== roomOf(file))
      .map((other) => `${file} → ${other}`),
  )

/** Rooms with their files of code, styles left out. */
export function sizesOf({ files }: Floor): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  for (const file of files.keys())
    if (!file.endsWith('.css')) sizes.set(roomOf(file), (sizes.get(roomOf(file)) ?? 0) + 1)
  return sizes
}

const created = /create (?:unlogged )?table (?:if not exists )?(?:kaiku\.)?(\w+)/gi
const written = /\b(?:insert into|update(?: only)?|delete from|merge into|copy) ([a-z_]+)\b/g

/** Tables of PostgreSQL, and the rooms of the server whose statements write them. */
export function writersOf({ files }: Floor): ReadonlyMap<string, readonly string[]> {
  const textOf = (file: string) => readFileSync(join(root, 'server/src', file), 'utf8')
  const isMigration = (file: string) => file.startsWith('db/postgres/')
  const tables = new Set(
    [...files.keys()]
      .filter(isMigration)
      .flatMap((file) => [...textOf(file).matchAll(created)].map(([, name]) => name)),
  )
  const writers = new Map<string, Set<string>>()
  for (const file of [...files.keys()].filter((one) => !isMigration(one)))
    for (const [, table = ''] of textOf(file).matchAll(written))
      if (tables.has(table)) writers.set(table, (writers.get(table) ?? new Set()).add(roomOf(file)))
  return new Map([...writers.keys()].sort().map((table) => [table, [...(writers.get(table) ?? [])].sort()]))
}

const begin = (workspace: string) => `<!-- rooms of ${workspace}, drawn by \`npm run map\` -->`
const end = '<!-- end of rooms -->'

/** The rooms of a workspace, the highest first: what stands in a line imports from the lines below it alone. */
function drawn(workspace: 'server' | 'web'): string {
  const { heights } = heightsOf(roomsOf(floorOf(workspace)))
  const lines = heights.toReversed().map((rooms) => rooms.map((room) => (room === '.' ? '(doors)' : room)).join(' · '))
  return ['```', ...lines, '```'].join('\n')
}

/** A document with its maps as the code is now. Throws where a place for one is missing. */
export function withMaps(document: string): string {
  return (['server', 'web'] as const).reduce((text, workspace) => {
    const from = text.indexOf(begin(workspace))
    const to = text.indexOf(end, from)
    if (from < 0 || to < 0) throw new Error(`no place for the rooms of ${workspace}`)
    return `${text.slice(0, from)}${begin(workspace)}\n${drawn(workspace)}\n${text.slice(to)}`
  }, document)
}
