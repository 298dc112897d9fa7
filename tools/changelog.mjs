import { execFileSync } from 'node:child_process'
import { root } from './ensure.mjs'

const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }).trimEnd()
const lines = (text) => text.split('\n').filter(Boolean)

/** The last release before a commit; null: there was none. */
function lastTag(until = 'HEAD') {
  const tags = lines(git('tag', '--merged', until, '--sort=-version:refname', 'v*'))
  return tags.find((tag) => git('rev-parse', `${tag}^{commit}`) !== git('rev-parse', `${until}^{commit}`)) ?? null
}

/** The environment variables that the documents of a commit name. */
function variables(commit) {
  const page = git('show', `${commit}:docs/operating.md`)
  const [, part = ''] = page.split('## Environment variables\n')
  const [own = ''] = part.split('\n## ')
  return [...own.matchAll(/^\| ([^|]+)\|/gm)].flatMap(([, names]) =>
    [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  )
}

const areas = [
  ['What people see', /^web\/src\//],
  ['Server', /^(?:server|contract|core)\//],
  ['Running it', /^(?:deploy|docs)\//],
]
const areaOf = (files) => areas.find(([, path]) => files.some((file) => path.test(file)))?.[0] ?? 'Building and testing'

/** Commits after one, or all, the newest first; merges say nothing by themselves. */
function commits(from, until) {
  const range = from === null ? until : `${from}..${until}`
  return git('log', '--no-merges', '--format=%x00%h %s', '--name-only', range)
    .split('\0')
    .filter(Boolean)
    .map((text) => {
      const [first = '', ...files] = lines(text)
      return { title: first.slice(first.indexOf(' ') + 1), hash: first.slice(0, first.indexOf(' ')), files }
    })
}

/** Files of a directory that were added, changed or removed, by the letter that git gives to that. */
function changed(from, until, ...paths) {
  return lines(git('diff', '--name-status', '--no-renames', from, until, '--', ...paths)).map((line) => ({
    how: line[0],
    file: line.slice(2),
  }))
}

const listed = (title, items) => (items.length ? [`### ${title}`, '', ...items.map((item) => `- ${item}`), ''] : [])

/** What a release changes, for who upgrades to it: tables and settings first, then every commit by what it is about. */
export function changelog({ version, from = lastTag(), until = 'HEAD' }) {
  const date = git('log', '-1', '--format=%cs', until)
  // A first release has nothing to tell of what was before.
  const since = from ?? until
  const migrations = changed(since, until, 'server/src/db/postgres').filter(({ file }) => /\/\d{4}-[^/]+$/.test(file))
  const [before, after] = [variables(since), variables(until)]
  const schemas = changed(since, until, 'docs/schemas')
  const all = commits(from, until)
  const word = { A: 'new', M: 'changed', D: 'removed' }
  const base = (file) => file.slice(file.lastIndexOf('/') + 1)
  return [
    `# Kaiku ${version}, ${date}`,
    '',
    from === null ? 'The first release.' : `Since ${from}: ${all.length} changes.`,
    '',
    '## Before you upgrade',
    '',
    'Make a backup (docs/backup.md). A start of the new version brings the tables up to date by itself; the version before',
    'refuses tables that are newer than it.',
    '',
    ...listed(
      'Steps of the tables',
      migrations.map(({ how, file }) => `\`${base(file)}\`${how === 'A' ? '' : `, ${word[how]}`}`),
    ),
    ...listed('Settings', [
      ...after.filter((name) => !before.includes(name)).map((name) => `\`${name}\`: new`),
      ...before.filter((name) => !after.includes(name)).map((name) => `\`${name}\`: removed`),
    ]),
    ...listed(
      'Files of a definition',
      schemas.map(({ how, file }) => `\`${base(file)}\`: ${word[how]}`),
    ),
    '## Changes',
    '',
    ...[...areas.map(([title]) => title), 'Building and testing'].flatMap((title) =>
      listed(
        title,
        all.filter(({ files }) => areaOf(files) === title).map((one) => `${one.title} (${one.hash})`),
      ),
    ),
  ].join('\n')
}
