import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { floorOf, foreignStores, heightsOf, roomsOf, sizesOf, withMaps, writersOf } from './rooms.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && existsSync(join(root, file)))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const workspaces = ['core', 'contract', 'server', 'web', 'e2e', 'bench', 'siege', 'site', 'tools']
const sources = tracked.filter((file) => /\.tsx?$/.test(file) && workspaces.includes(file.split('/')[0] ?? ''))

const mayImport: Record<string, readonly string[]> = {
  core: [],
  contract: ['core'],
  server: ['core', 'contract'],
  web: ['core', 'contract'],
  e2e: ['core', 'contract', 'server'],
  bench: ['core', 'contract', 'server', 'e2e'],
  siege: ['core', 'contract', 'server', 'e2e'],
  tools: ['core', 'contract', 'server'],
  site: ['core', 'e2e'],
}
const imports = (file: string) =>
  [...read(file).matchAll(/^(?:import|export|\})[^'\n]* from '([^']+)'|^import '([^']+)'|import\('([^']+)'\)/gm)].map(
    (found) => found[1] ?? found[2] ?? found[3] ?? '',
  )

describe('the house', () => {
  it('imports one way only: core ← contract ← server, core ← contract ← web', () => {
    const wrong = sources.flatMap((file) => {
      const ring = file.split('/')[0] ?? ''
      return imports(file)
        .map((name) => (name.startsWith('.') ? relativeRing(file, name) : /^@kaiku\/(\w+)/.exec(name)?.[1]))
        .filter((other) => other && other !== ring && !mayImport[ring]?.includes(other))
        .map((other) => `${file} imports ${other}`)
    })
    expect(wrong).toEqual([])
  })

  it('gives core no dependency, no clock and no input or output', () => {
    const core = sources.filter((file) => file.startsWith('core/src/') && !file.includes('.test.'))
    expect(core.filter((file) => imports(file).some((name) => !name.startsWith('./')))).toEqual([])
    expect(core.filter((file) => /Date\.now\(|new Date\(\)|Math\.random\(|\bprocess\./.test(read(file)))).toEqual([])
  })

  it('lets nothing but the query path and the projection speak to ClickHouse', () => {
    const query =
      'aggregate|figure|figure-proof|crosstab|key-driver|comment|interview-list|interview-data|filter|result'
    const allowed = new RegExp(`^server/src/(${query}|projection|shard|feed|maintenance|db|checkup)/`)
    const asking = sources.filter(
      (file) =>
        file.startsWith('server/src/') &&
        !file.includes('.test.') &&
        !allowed.test(file) &&
        /clickhouse\.(read|command|insert)/.test(read(file)),
    )
    expect(asking).toEqual([])
  })

  it.each(['server', 'web'] as const)('lays the rooms of %s in an order, without circles', (workspace) => {
    expect(heightsOf(roomsOf(floorOf(workspace))).circle).toEqual([])
  })

  it.each(['server', 'web'] as const)('lets no room of %s reach into the store of another', (workspace) => {
    expect(foreignStores(floorOf(workspace))).toEqual([])
  })

  it.each(['server', 'web'] as const)('holds a dozen files of code at most in a room of %s', (workspace) => {
    // Flat by intent: one file for each step of the schema, and for each part of the texts in each language.
    const flat = ['db/postgres', 'text']
    expect([...sizesOf(floorOf(workspace))].filter(([room, size]) => size > 12 && !flat.includes(room))).toEqual([])
  })

  it('lets one room alone write a table', () => {
    const shared = [...writersOf(floorOf('server'))].filter(([, rooms]) => rooms.length > 1)
    expect(shared).toEqual([])
  })

  it('names the table that it writes, so that its writers are known', () => {
    // Tables of ClickHouse, one for each survey, and what waits in tables of one shape.
    const exempt = /^server\/src\/(projection|feed|background-work)\//
    const nameless = sources.filter(
      (file) =>
        file.startsWith('server/src/') &&
        !/\.test\.|\.fixture\.|\/db\/postgres\//.test(file) &&
        !exempt.test(file) &&
        /(insert into|update|delete from) \$\{/.test(read(file)),
    )
    expect(nameless).toEqual([])
  })

  it('reads no row of PostgreSQL that is not checked', () => {
    const unchecked = sources.filter(
      (file) =>
        file.startsWith('server/src/') &&
        !/\.test\.|\.fixture\.|\/db\/postgres\//.test(file) &&
        /\.query<|queries<(?!Record<string, never>)|\brows\b[^\n]*= await [\w.]+\.query\(/.test(read(file)),
    )
    // What makes the typed queries of migrations.
    expect(unchecked).toEqual(['server/src/db/postgres.ts'])
  })

  it('draws the map of its rooms as they are', () => {
    const page = read('ARCHITECTURE.md')
    expect(page).toBe(withMaps(page))
  })

  it('names files in kebab-case, by concept and role', () => {
    const name = /^(?:[a-z0-9]+(?:-[a-z0-9]+)*)(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/
    const config = new Set(['vite.config.ts', 'vitest.config.ts'])
    const wrong = sources.filter((file) => {
      const own = file.split('/').at(-1) ?? ''
      return !config.has(own) && !name.test(own.replace(/\.(d\.)?tsx?$/, ''))
    })
    expect(wrong).toEqual([])
  })

  it('gives no name to two exported types of a workspace', () => {
    const named = sources.flatMap((file) =>
      [...read(file).matchAll(/^export (?:declare )?(?:abstract )?(?:type|interface|class) (\w+)/gm)].map(
        ([, name]) => `${file.split('/')[0]} ${name}`,
      ),
    )
    expect(named.filter((name, at) => named.indexOf(name) < at)).toEqual([])
  })

  it('has no drawer for odds and ends', () => {
    const drawer = /(^|\/)(utils?|common|helpers?|types|misc|index)\.tsx?$/
    expect(sources.filter((file) => drawer.test(file))).toEqual([])
  })

  it('keeps files short: 300 lines, texts, the sample and tests with their rows exempt', () => {
    const exempt = /\.test\.tsx?$|\.rows\.ts$|\.e2e\.ts$|\/text\/|\/sample-(?:universe|survey)\//
    const long = sources
      .filter((file) => !exempt.test(file))
      .map((file) => ({ file, lines: read(file).split('\n').length - 1 }))
      .filter(({ lines }) => lines > 300)
    expect(long).toEqual([])
  })

  it('writes the entries of an object plainly: no object is spread where it is written', () => {
    const spread = /(?<!\{)\.\.\.\{ /
    const product = sources.filter((file) => !/\.(test|fixture|rows|e2e)\.|^e2e\//.test(file))
    expect(product.filter((file) => spread.test(read(file)))).toEqual([])
  })

  it('leaves no note to self behind', () => {
    // Written in two parts so that this line is not one.
    const note = new RegExp(['TO', 'DO|FIX', 'ME|X', 'XX'].join(''))
    expect(sources.filter((file) => note.test(read(file)))).toEqual([])
  })

  it('names only paths that exist in its documents', () => {
    const documents = tracked.filter((file) => file.endsWith('.md') && !file.startsWith('docs/decisions/'))
    const dead = documents.flatMap((file) =>
      [
        ...read(file).matchAll(
          /\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)|`((?:core|contract|server|web|e2e|bench|siege|tools|docs|examples)\/[\w./-]+)`/g,
        ),
      ]
        .map((found) => (found[1] ? resolve(root, dirname(file), found[1]) : join(root, found[2] ?? '')))
        .filter((path) => !existsSync(path))
        .map((path) => `${file}: ${path.slice(root.length + 1)}`),
    )
    expect(dead).toEqual([])
  })

  it('shows each item of its security checklist by a test that exists, or says in words why not', () => {
    const chapters = {
      '3.5': 5,
      '6.1': 3,
      '6.2': 12,
      '6.3': 4,
      '6.4': 4,
      '6.5': 5,
      '6.6': 3,
      '6.8': 4,
      '7.1': 3,
      '7.2': 4,
    }
    const more = { '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1, '9.1': 3, '9.2': 4 }
    const oauth = { '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 }
    const input = {
      ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1, '3.2': 2 },
      ...{
        '3.3': 4,
        '3.4': 6,
        '3.7': 2,
        '4.1': 3,
        '4.2': 1,
        '4.3': 2,
        '4.4': 4,
        '5.1': 1,
        '5.2': 3,
        '5.3': 2,
        '5.4': 3,
      },
    }
    const rest = {
      ...{
        '11.1': 2,
        '11.2': 3,
        '11.3': 3,
        '11.4': 4,
        '11.5': 1,
        '11.6': 1,
        '12.1': 3,
        '12.2': 2,
        '12.3': 4,
        '13.1': 1,
      },
      ...{
        '13.2': 5,
        '13.3': 2,
        '13.4': 5,
        '14.1': 2,
        '14.2': 4,
        '14.3': 3,
        '15.1': 3,
        '15.2': 3,
        '15.3': 7,
        '16.1': 1,
      },
      ...{ '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2 },
    }
    const items = Object.entries({ ...chapters, ...more, ...oauth, ...input, ...rest }).flatMap(([chapter, count]) =>
      Array.from({ length: count }, (_, at) => `${chapter}.${at + 1}`),
    )
    const answers = new Map(
      [...read('docs/asvs.md').matchAll(/^\| ((?:S|\d+)\.\d+\.\d+) \| [^|]+ \| ([^|]+) \|$/gm)].map(
        ([, item = '', answer = '']): [string, string] => [item, answer],
      ),
    )
    const unanswered = items.filter((item) => (answers.get(item)?.length ?? 0) < 10)
    const dead = [...answers].filter(([, answer]) =>
      [...answer.matchAll(/`([^`]+)` “([^”]+)”/g)].some(
        ([, file = '', title = '']) => !(existsSync(join(root, file)) && read(file).includes(title)),
      ),
    )
    expect({ unanswered, dead }).toEqual({ unanswered: [], dead: [] })
  })

  it('positions each box that scrolls: what is hidden for the eye scrolls with it and makes no page longer', () => {
    const rules = tracked
      .filter((file) => file.endsWith('.css'))
      .flatMap((file) =>
        [...read(file).matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, of = '', body = '']) => ({ file, of, body })),
      )
    const loose = rules.filter(
      ({ of, body }) =>
        /overflow(-[xy])?: (auto|scroll)/.test(body) && !body.includes('position: ') && !of.includes(':fullscreen'),
    )
    expect(loose.map(({ file, of }) => `${file}: ${of.trim()}`)).toEqual([])
  })

  it('holds no data of others', () => {
    expect(tracked.filter((file) => /\.(csv|tsv|xlsx|sav|zsav|gz|parquet)$/.test(file))).toEqual([])
  })
})

const relativeRing = (file: string, name: string) => {
  const target = resolve(root, dirname(file), name).slice(root.length + 1)
  return target.split('/')[0]
}
