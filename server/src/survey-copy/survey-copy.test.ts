import { createHash } from 'node:crypto'
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import JSZip from 'jszip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { operatorIn } from '../audit/audit.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { publish } from '../publishing/definition.ts'
import { storesOf } from '../sample-survey/geography.ts'
import { inTurn } from '../sample-survey/in-turn.ts'
import { storeVisitRows } from '../sample-survey/interviews.ts'
import { storeVisits } from '../sample-survey/store-visits.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { findUniverse, sampleUniverse } from '../universe/universe.ts'
import { type Manifest, manifestName } from '../universe-copy/manifest.ts'
import { exportSurvey } from './export-survey.ts'
import { importSurvey } from './import-survey.ts'
import type { SurveyChoice } from './survey-table.ts'

let test: TestApp
let [own, other] = ['', '']
let archive = ''
const everything = { withAnswers: true, withContacts: true }
const ask = async (sql: string, values: unknown[] = []) => (await test.stores.owner.query(sql, values)).rows

async function write(name: string, choice: SurveyChoice): Promise<string> {
  const universe = await findUniverse(test.stores, sampleUniverse)
  if (!universe) throw new Error('there is no sample')
  const file = join(test.data, name)
  const dictionary = await findSurvey(test.stores, own, 'store-visits')
  await pipeline(exportSurvey(test.stores, universe, dictionary, choice), createWriteStream(file))
  return file
}
const read = (file: string, as: string, seed = as) =>
  importSurvey(test.stores, file, { universe: other, as, seed, actor: operatorIn(other) })

beforeAll(async () => {
  test = await openTestApp()
  const { stores } = test
  own = await test.universe(sampleUniverse)
  other = await test.universe('kuutamo')
  const places = storesOf(7)
  const { extName } = await publish(stores, own, storeVisits(places), 'sample')
  const dictionary = await findSurvey(stores, own, extName)
  await storeInterviews(stores, dictionary, inTurn(storeVisitRows(places, 4_000, '2026-11-20')), { import: 'sample' })
  // What a copy has to keep: left out of figures, corrected, weighted.
  await ask(`update interview set excluded_at = now() where universe = $1 and number % 17 = 0`, [own])
  await catchUp(stores)
  archive = await write('survey.zip', everything)
}, 300_000)
afterAll(() => test?.close())

const told = (reply: string) =>
  reply
    .replace(/"loadCount":\d+/g, '"loadCount":0')
    .replace(/("[\da-f]{8}-[\da-f]{4}-7[\da-f]{3})-[\da-f]{4}-[\da-f]{12}"/g, '$1"')

describe('a survey that was made of an export', () => {
  it('tells the same figures in another universe, to the last digit, at every place that is compared', async () => {
    const { rows, differing } = await read(archive, 'store-visits')
    expect(rows.interview).toBe(4_000)
    expect(differing).toEqual([])
    await catchUp(test.stores)
    const root = await signedIn(test.stores, 'root')
    const asked = async (universe: string, url: string, payload?: object) => {
      const reply = await test.app.inject({
        ...({ method: payload ? 'POST' : 'GET', url: `/api/${url}` } as const),
        headers: { ...root, 'kaiku-universe': universe },
        ...(payload && { payload }),
      })
      expect([reply.statusCode, url]).toEqual([200, url])
      return told(reply.payload)
    }
    const dictionary = await findSurvey(test.stores, own, 'store-visits')
    const { views, pages, questions } = dictionary.definition
    const view = views[0]?.extName ?? ''
    const tops = (dictionary.views.get(view)?.tree.children(0) ?? []).slice(0, 2).map(({ id }) => id)
    const components = questions
      .filter(({ type }) => type !== 'text' && type !== 'date')
      .slice(0, 20)
      .map(({ id }) => ({ type: 'Distribution', question: id }))
    let compared = 0
    for (const last of ['all', ...tops]) {
      const path = encodeURIComponent([view, 'all', ...(last === 'all' ? [] : [last])].join(','))
      const urls = [
        `result/place/store-visits/${path}`,
        `result/children/store-visits/${path}`,
        ...pages.map(({ extname }) => `result/page/store-visits/${path}/${extname}?compare=yearBefore`),
      ]
      for (const url of urls) {
        const first = await asked(sampleUniverse, url)
        expect(await asked('kuutamo', url), url).toBe(first)
        compared += first.length
      }
      const query = `result/query/store-visits/${path}?compare=none`
      expect(await asked('kuutamo', query, { components })).toBe(await asked(sampleUniverse, query, { components }))
    }
    expect(tops).toHaveLength(2)
    expect(compared).toBeGreaterThan(20_000)
  }, 300_000)

  it('can be made again under another name, and is nothing of the first', async () => {
    const { rows, extName } = await read(archive, 'again')
    expect([extName, rows.interview]).toEqual(['again', 4_000])
    const [{ same, changes }] = await ask(
      `select (select count(*)::int from interview a join interview b using (id) where a.survey <> b.survey) as same,
         (select count(*)::int from interview_change where universe = $1) as changes`,
      [other],
    )
    // Nothing follows from its interviews: no alert, no effect.
    expect([same, changes]).toEqual([0, 0])
    await expect(read(archive, 'again')).resolves.toMatchObject({ extName: 'again' })
    await expect(read(archive, 'again', 'somebody else')).rejects.toMatchObject({ reason: { key: 'newSurvey.taken' } })
    const [{ n }] = await ask(`select count(*)::int as n from survey where universe = $1 and ext_name = 'again'`, [
      other,
    ])
    expect(n).toBe(1)
  }, 120_000)

  it('holds no contacts, keys or personal answers where they stay behind, and no answers where those do', async () => {
    const { definition } = await findSurvey(test.stores, own, 'store-visits')
    await ask(`update interview set contact = 'somebody-' || number || '@mail.example' where universe = $1`, [own])
    const lines = async (file: string, name: string) =>
      (await (await JSZip.loadAsync(readFileSync(file))).file(name)?.async('string')) ?? ''
    const anonymous = await write('anonymous.zip', { withAnswers: true, withContacts: false })
    const zip = await JSZip.loadAsync(readFileSync(anonymous))
    const all = (await Promise.all(Object.values(zip.files).map((one) => one.async('string')))).join('')
    expect(all).not.toContain('@mail.example')
    expect(
      Object.keys(zip.files)
        .filter((name) => name.endsWith('.jsonl'))
        .toSorted(),
    ).toEqual(
      ['interview', 'interview_exclusion', 'node', 'question_column', 'script', 'view_column'].map(
        (name) => `rows/${name}.jsonl`,
      ),
    )
    const keys = await ask('select row_key from interview where universe = $1 order by number limit 3', [own])
    const row = JSON.parse((await lines(anonymous, 'rows/interview.jsonl')).split('\n')[0] ?? '')
    expect(keys.map((one) => one.row_key)).not.toContain(row.row_key)
    const personal = definition.questions.filter(({ roles }) =>
      roles.some((role) => /contact|identifier|pii/.test(role)),
    )
    for (const { id } of personal) expect(row.answers).not.toHaveProperty(id)
    expect((await read(anonymous, 'anonymous')).rows.interview).toBe(4_000)
    await expect(write('whole.zip', everything).then((file) => lines(file, 'rows/interview.jsonl'))).resolves.toContain(
      '@mail.example',
    )
    const definitionAlone = await write('definition.zip', { withAnswers: false, withContacts: true })
    expect(Object.keys((await JSZip.loadAsync(readFileSync(definitionAlone))).files)).not.toContain(
      'rows/interview.jsonl',
    )
    expect((await read(definitionAlone, 'bare')).rows.interview).toBe(undefined)
  }, 120_000)
})

/** Without an entry for its directory, which would be refused by itself. */
const put = (zip: JSZip, name: string, text: string) => void zip.file(name, text, { createFolders: false })

/** The archive with something changed in it; its sums are right again where `isSigned`. */
async function changed(edit: (zip: JSZip, manifest: Manifest) => Promise<void> | void, isSigned = true) {
  const zip = await JSZip.loadAsync(readFileSync(archive), { createFolders: false })
  const manifest: Manifest = JSON.parse((await zip.file(manifestName)?.async('string')) ?? '')
  await edit(zip, manifest)
  if (isSigned)
    for (const file of manifest.files) {
      const bytes = (await zip.file(file.name)?.async('nodebuffer')) ?? Buffer.alloc(0)
      Object.assign(file, { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
    }
  zip.file(manifestName, JSON.stringify(manifest))
  const file = join(test.data, 'changed.zip')
  writeFileSync(file, await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }))
  return file
}

const edited = (table: string, edit: (row: Record<string, unknown>) => unknown) =>
  changed(async (zip) => {
    const name = `rows/${table}.jsonl`
    const rows = ((await zip.file(name)?.async('string')) ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    for (const row of rows) edit(row)
    put(zip, name, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  })

describe('a hostile archive of a survey', () => {
  const refused = async (file: string, key: string, place?: string) => {
    const count = () =>
      ask('select (select count(*)::int from survey) as surveys, (select count(*)::int from node) as nodes')
    const before = await count()
    const values = place === undefined ? {} : { place: expect.stringContaining(place) }
    await expect(read(file, 'hostile')).rejects.toMatchObject({ reason: { key, values } })
    expect(await count()).toEqual(before)
  }

  it('is refused by name, and leaves nothing', async () => {
    await refused(
      await changed((zip) => put(zip, 'rows/node.jsonl', '{}\n'), false),
      'universeCopy.damaged',
      'rows/node.jsonl',
    )
    await refused(await changed((zip) => void zip.file('../../evil.txt', 'x')), 'universeCopy.damaged')
    await refused(
      await changed((zip, manifest) => {
        put(zip, 'rows/role.jsonl', '{}\n')
        manifest.files.push({ name: 'rows/role.jsonl', size: 3, sha256: '', rows: 1 })
      }),
      'universeCopy.damaged',
      'rows/role.jsonl',
    )
    await refused(await changed((_, manifest) => void Object.assign(manifest, { version: 2 })), 'universeCopy.newer')
    await refused(
      await changed((_, manifest) => void Object.assign(manifest, { kind: 'kaiku.universe' })),
      'surveyCopy.isUniverse',
    )
    const cases: [string, (row: Record<string, unknown>) => unknown][] = [
      ['node', (row) => Object.assign(row, { parent: row.number })],
      ['node', (row) => Object.assign(row, { universe: other })],
      ['question_column', (row) => Object.assign(row, { number: -1 })],
      ['question_column', (row) => Object.assign(row, { kind: 'none' })],
      ['interview', (row) => Object.assign(row, { survey: 999_999 })],
      ['interview', (row) => Object.assign(row, { quality: 'x' })],
      ['interview', (row) => Object.assign(row, { leaves: [-1] })],
    ]
    for (const [table, edit] of cases)
      await refused(await edited(table, edit), 'universeCopy.damaged', `rows/${table}.jsonl`)
  }, 240_000)

  it('brings scripts as drafts alone', async () => {
    const file = await changed(async (zip, manifest) => {
      const [survey] = manifest.surveys
      const row = { id: '01890000-0000-7000-8000-0000000000aa', survey: survey?.number, source: 'evil()', version: 7 }
      const text = `${JSON.stringify({ ...row, revision: 1, saved_by: 'eve', saved_at: '2026-01-01T00:00:00Z' })}\n`
      put(zip, 'rows/script.jsonl', text)
    })
    const { survey } = await read(file, 'scripted')
    expect(await ask('select source, version, saved_by from script where survey = $1', [survey])).toEqual([
      { source: 'evil()', version: null, saved_by: operatorIn(null).name },
    ])
  }, 60_000)
})
