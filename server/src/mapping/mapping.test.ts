import { access, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mapping } from '@kaiku/contract/import.ts'
import { type MappingChange, type MappingPreview, type MappingProposal, mappingCalls } from '@kaiku/contract/mapping.ts'
import type { Grant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { WorkLanes } from '../background-work/work-lanes.ts'
import { json, small } from '../definition/small.fixture.ts'
import { countInterviews } from '../import-log/import-log.ts'
import { importWorker } from '../mapping-file/import-worker.ts'
import { keptMappingFile, mappingFilesForgotten } from '../mapping-file/mapping-file.ts'
import { publishedFiles } from '../publishing/definition.command.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { runTasks, taskQueue } from '../task/task-work.ts'

type Headers = Record<string, string>
let test: TestApp
let acme: string
let anna: Headers
let bo: Headers
let importer: Headers
let editor: Headers
let narrow: Headers
let foreign: Headers

const first: unknown = {
  name: 'first',
  match: { headers: ['Id', 'Store'] },
  key: ['Id'],
  columns: [
    { column: 'Date', question: 'date' },
    { column: 'Store', question: 'store', recode: { First: 's1', Second: 's2' } },
    { column: 'Recommend', question: 'nps' },
    { column: 'Age', question: 'age' },
  ],
}
const filesOf = (extName: string, more: object = {}) =>
  new Map([
    ...small,
    ['settings.json', json({ extName, title: 'Visit', timeZone: 'Europe/Helsinki', ...more })],
    ['imports.json', json({ imports: [first] })],
  ])
const tree = json({
  views: [
    {
      ...{ extName: 'org', title: 'Places', root: { title: 'All' }, key: 'store' },
      nodes: [
        { id: 's1', name: 'Helsinki' },
        { id: 's2', name: { en: 'Turku', sv: 'Åbo' } },
      ],
    },
  ],
})

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  const globex = await test.universe('globex')
  for (const name of ['visit', 'placed', 'drafts', 'added', 'doors']) {
    const files = filesOf(name)
    await test.survey(acme, name === 'placed' ? new Map([...files, ['views.json', tree]]) : files)
  }
  await test.survey(acme, filesOf('guarded', { protection: true }))
  await test.survey(globex, filesOf('visit'))
  const may = (permissions: Grant['permissions'], universe = acme, surveys?: string[]) =>
    signedIn(test.stores, {
      universe,
      grants: [
        {
          ...usualRoles.Viewer,
          role: `May ${permissions.join()} ${surveys?.join() ?? ''}`,
          permissions,
          ...(surveys && { surveys }),
        },
      ],
    })
  anna = await may(['editConfiguration', 'importData'])
  bo = await may(['editConfiguration', 'importData'])
  importer = await may(['importData'])
  editor = await may(['editConfiguration'])
  narrow = await may(['editConfiguration', 'importData'], acme, ['visit'])
  foreign = await may(['editConfiguration', 'importData'], globex)
})
afterAll(() => test?.close())

const ask = async (headers: Headers, method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const reply = await test.app.inject({ method, url: `/api/mapping/${url}`, headers, ...(payload && { payload }) })
  return { status: reply.statusCode, body: reply.json() }
}
async function upload(survey: string, name: string, content: string, headers = anna) {
  const boundary = 'kaiku-test'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`
  const reply = await test.app.inject({
    method: 'POST',
    url: `/api/mapping/file/${survey}`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    payload: `${head}${content}\r\n--${boundary}--\r\n`,
  })
  return { status: reply.statusCode, body: reply.json() }
}
const open = async (survey: string, headers = anna) =>
  mappingCalls.open.reply.parse((await ask(headers, 'GET', survey)).body)
const proposed = async (survey: string, name: string, content: string, mapping = ''): Promise<MappingProposal> => {
  const { body } = await upload(survey, name, content)
  const reply = await ask(anna, 'GET', `file/${survey}/${body.fileId}${mapping && `?mapping=${mapping}`}`)
  return mappingCalls.propose.reply.parse(reply.body)
}
const nothing: MappingChange = { put: [], gone: [], order: [], questions: [], options: [] }
const known = async (survey: string, headers = anna) => {
  const { version, draft } = await open(survey, headers)
  return {
    version,
    revisions: { imports: draft.imports?.revision ?? 0, questions: draft.questions?.revision ?? 0 },
  }
}
const put = (mapping: MappingProposal['mapping'], was: string | null = null): MappingChange => ({
  ...nothing,
  put: [{ was, mapping }],
})
const check = async (survey: string, change: MappingChange, fileId?: string) =>
  mappingCalls.check.reply.parse(
    (await ask(anna, 'POST', `check/${survey}`, { change, fileId, locale: 'en', ...(await known(survey)) })).body,
  )
const preview = async (survey: string, change: MappingChange, fileId: string): Promise<MappingPreview> => {
  const checked = await check(survey, change, fileId)
  if (!checked.preview) throw new Error(JSON.stringify(checked.faults))
  return checked.preview
}
const publish = async (survey: string, change: MappingChange, fileId?: string, headers = anna) =>
  ask(headers, 'POST', `publish/${survey}`, { change, fileId, ...(await known(survey, headers)) })
const entryOf = ({ columns }: MappingProposal['mapping'], question: string): Mapping['columns'][number] => {
  const found = columns.find((one) => one.question === question)
  if (!found) throw new Error(`nothing reads ${question}`)
  return found
}
async function work() {
  const failing = (error: unknown) => {
    throw error
  }
  const lanes = new WorkLanes(taskQueue.limits, failing)
  const { signal } = new AbortController()
  while ((await runTasks(test.stores, [importWorker], () => {}, lanes, signal)) > 0) await lanes.allEnd()
}
const stored = async (survey: string) => countInterviews(test.stores.pool, await findSurvey(test.stores, acme, survey))

const old = (rows = 12) =>
  [
    'Id,Date,Store,Recommend,Age',
    ...Array.from({ length: rows }, (_, at) =>
      [at + 1, `2026-01-${String(at + 1).padStart(2, '0')}`, at % 2 ? 'First' : 'Second', at % 11, 20 + at].join(','),
    ),
  ].join('\n')
/** The next year: other names, another order of days, a store that is unknown, a question that is new. */
const later = (rows = 24) =>
  [
    'Id;Visited on;Myymälä;Suosittelu;Rating;Staff was friendly;Text',
    ...Array.from({ length: rows }, (_, at) =>
      [
        ...[at + 1, `${String((at % 28) + 1).padStart(2, '0')}.02.2027`],
        ...[at % 3 === 0 ? 'Third' : at % 3 === 1 ? 'first' : 'Second', at % 11, (at % 5) + 1],
        ...[at % 2 ? 'Yes' : 'No', at % 4 === 0 ? `I waited for ${at} minutes at the desk by the door` : ''],
      ].join(';'),
    ),
  ].join('\n')

describe('a later file', () => {
  it('is opened by the mapping that fits it', async () => {
    const found = await proposed('visit', 'january.csv', old())
    expect(found).toMatchObject({ was: 'first', from: 'first', lacking: [], rows: 12 })
    expect(found.why).toEqual({ date: 'known', store: 'known', nps: 'known', age: 'known' })
    expect(found.columns.map(({ column, isKey }) => [column, isKey])).toEqual([
      ['Id', true],
      ['Date', true],
      ['Store', false],
      ['Recommend', false],
      ['Age', true],
    ])
  })

  it('with other columns has them proposed by name, title in any language and options, and what it lacks told', async () => {
    const found = await proposed('visit', 'year 2027.csv', later())
    expect(found).toMatchObject({ was: null, from: null })
    expect(found.mapping).toMatchObject({ name: 'year-2027', key: ['Id'] })
    expect(entryOf(found.mapping, 'nps')).toMatchObject({ column: 'Suosittelu' })
    expect(entryOf(found.mapping, 'rating')).toMatchObject({ column: 'Rating' })
    expect(found.why).toMatchObject({ nps: 'title', rating: 'name' })
    expect(found.offers.map(({ columns: [column] }) => column)).toContain('Staff was friendly')
    const renamed = await proposed('visit', 'renamed.csv', old().replace('Recommend', 'Suosittelu'))
    expect(renamed).toMatchObject({ was: null, from: 'first', lacking: [{ column: 'Recommend', question: 'nps' }] })
    expect(entryOf(renamed.mapping, 'nps')).toMatchObject({ column: 'Suosittelu' })
    expect(entryOf(renamed.mapping, 'store')).toMatchObject({ column: 'Store', recode: { First: 's1', Second: 's2' } })
  })

  it('has any of its columns read as any question', async () => {
    const found = await proposed('visit', 'y.csv', later())
    const read = (columns: string[], question: string) =>
      ask(anna, 'POST', `entry/visit/${found.file.fileId}`, { columns, question })
    expect((await read(['Myymälä'], 'store')).body).toEqual({
      ...{ column: 'Myymälä', question: 'store', recode: { first: 's1', Second: 's2' } },
    })
    expect((await read(['Visited on'], 'date')).body).toMatchObject({ formats: ['dd.MM.yyyy'] })
    expect((await read(['Nothing'], 'date')).status).toBe(404)
  })

  it('is previewed as the importer reads it, each text with what becomes of it', async () => {
    const found = await proposed('visit', 'y.csv', later())
    const mapping = {
      ...found.mapping,
      columns: [
        ...found.mapping.columns.filter(({ question }) => !['date', 'store'].includes(question)),
        { column: 'Visited on', question: 'date', formats: ['dd.MM.yyyy'] },
        { column: 'Myymälä', question: 'store', recode: { first: 's1', Second: 's2' } },
      ],
    }
    const before = await preview('visit', put(mapping), found.file.fileId)
    expect(before).toMatchObject({ rows: 24, isWhole: true, inserted: 16, rejected: 8, misfit: null, alsoFit: [] })
    expect(before.rejects[0]).toMatchObject({ line: 2, column: 'Myymälä', value: 'Third' })
    const store = before.columns.find(({ question }) => question === 'store')
    expect(store).toMatchObject({ refused: 1, refusedRows: 8 })
    expect(store?.values).toContainEqual({ text: 'first', rows: 8, becomes: 'First', fault: null })
    expect(store?.values.find(({ text }) => text === 'Third')).toMatchObject({ becomes: null, rows: 8 })
    expect(before.sample[0]?.map(({ title, answer }) => [title, answer])).toContainEqual(['Store', 'First'])
    const recoded = {
      ...mapping,
      columns: mapping.columns.map((one) =>
        one.question === 'store' ? { ...one, recode: { first: 's1', Second: 's2', Third: null } } : one,
      ),
    }
    expect(await preview('visit', put(recoded), found.file.fileId)).toMatchObject({ inserted: 24, rejected: 0 })
    // Nothing was kept, published or imported by looking.
    expect(await known('visit')).toEqual({ version: 1, revisions: { imports: 0, questions: 0 } })
    expect(await stored('visit')).toBe(0)
  })

  it('names places, those it does not know are refused until they are recoded or left out', async () => {
    const found = await proposed('placed', 'places.csv', 'Id,store\n1,Helsinki\n2,Åbo\n3,Narnia\n')
    const entry = entryOf(found.mapping, 'store')
    expect(entry).toMatchObject({ column: 'store', recode: { Helsinki: 's1', Åbo: 's2' } })
    const { fileId } = found.file
    expect(await preview('placed', put(found.mapping), fileId)).toMatchObject({ inserted: 2, rejected: 1 })
    const elsewhere = { ...found.mapping, columns: [{ ...entry, otherwise: null }] }
    expect(await preview('placed', put(elsewhere), fileId)).toMatchObject({ inserted: 3, rejected: 0 })
    const { questions } = await open('placed')
    expect(questions.find(({ id }) => id === 'store')).toMatchObject({ place: 'Places', takesOptions: false })
  })

  it('that another mapping fits as well is told of before anything is published', async () => {
    const found = await proposed('visit', 'january.csv', old())
    const second = { ...found.mapping, name: 'second', match: { headers: ['Id'] } }
    expect(await preview('visit', put(second), found.file.fileId)).toMatchObject({ alsoFit: ['first'] })
    const strict = { ...second, match: { file: 'june*.csv', headers: [] } }
    expect((await preview('visit', put(strict), found.file.fileId)).misfit).toContain('june*.csv')
  })
})

describe('publishing a mapping', () => {
  it('brings the questions and options that it needs, and imports the file, once', async () => {
    const found = await proposed('added', 'later.csv', later())
    const friendly = found.offers.find(({ columns: [column] }) => column === 'Staff was friendly')
    if (!friendly) throw new Error('no offer')
    const change: MappingChange = {
      ...put({
        ...found.mapping,
        columns: [
          ...found.mapping.columns.filter(({ question }) => !['date', 'store', friendly.id].includes(question)),
          { column: 'Visited on', question: 'date', formats: ['dd.MM.yyyy'] },
          { column: 'Myymälä', question: 'store', recode: { first: 's1', Second: 's2' } },
          friendly.entry,
        ],
      }),
      questions: [friendly.question],
      options: [{ question: 'store', code: 'Third' }],
    }
    const checked = await check('added', change, found.file.fileId)
    expect(checked.faults).toEqual([])
    expect(checked.preview).toMatchObject({ inserted: 24, rejected: 0 })
    expect(checked.questions.find(({ id }) => id === friendly.id)).toMatchObject({ isNew: true })
    expect(checked.changes.map(({ file }) => file)).toContain('questions.json')
    const done = await publish('added', change, found.file.fileId)
    expect(done).toMatchObject({ status: 200, body: { version: 2 } })
    const again = await publish('added', nothing, found.file.fileId)
    expect([again.status, again.body.reason.key]).toEqual([409, 'mapping.importing'])
    await work()
    expect(await stored('added')).toBe(24)
    const dictionary = await findSurvey(test.stores, acme, 'added')
    expect(dictionary.questions.get('store')?.question).toMatchObject({
      options: [{ code: 's1' }, { code: 's2' }, { code: 'Third' }],
    })
    expect(dictionary.definition.imports.map(({ name }) => name)).toEqual(['first', 'later'])
    // What the other mapping says is written as before.
    const files = await publishedFiles(test.stores, acme, 'added')
    expect(JSON.parse(files?.get('imports.json') ?? '').imports[0]).toEqual(first)
    // The file is forgotten.
    await expect(access(keptMappingFile(test.stores, { id: found.file.fileId, file: 'later.csv' }))).rejects.toThrow()
    // The same file again is chosen by its mapping and changes nothing.
    const same = await proposed('added', 'later.csv', later())
    expect(same).toMatchObject({ was: 'later' })
    expect(await preview('added', put(same.mapping, 'later'), same.file.fileId)).toMatchObject({
      ...{ inserted: 0, corrected: 0, unchanged: 24 },
    })
  })

  it('is refused with what is wrong, and nothing is published or imported', async () => {
    const found = await proposed('visit', 'january.csv', old())
    const wrong = { ...found.mapping, columns: [{ column: 'Age', question: 'nobody' }] }
    const checked = await check('visit', put(wrong, 'first'), found.file.fileId)
    expect(checked).toMatchObject({ preview: null, faults: [{ file: 'imports.json' }] })
    const refused = await publish('visit', put(wrong, 'first'), found.file.fileId)
    expect([refused.status, refused.body.reason.key]).toEqual([400, 'block.faulty'])
    expect((await open('visit')).version).toBe(1)
    const taken = await publish('visit', put(found.mapping))
    expect([taken.status, taken.body.reason.key]).toEqual([409, 'mapping.sameName'])
  })
})

describe('drafts of mappings', () => {
  const saved = async (headers: Headers, change: MappingChange, at?: Awaited<ReturnType<typeof known>>) =>
    ask(headers, 'PUT', 'drafts', { change, ...(at ?? (await known('drafts', headers))) })
  const named = (name: string): MappingProposal['mapping'] => ({
    ...{ name, match: { file: `${name}*.csv`, headers: [] }, key: ['Id'], blank: [], constants: {}, decimal: '.' },
    columns: [{ column: 'Age', question: 'age' }],
  })

  it('of two people at once lose nothing, and whoever was slower is told', async () => {
    const at = await known('drafts')
    expect((await saved(anna, put(named('annas')), at)).status).toBe(200)
    const late = await saved(bo, put(named('bos')), at)
    expect([late.status, late.body.reason.key]).toEqual([409, 'block.changed'])
    expect((await saved(bo, put(named('bos')))).status).toBe(200)
    const { mappings, published, draft } = await open('drafts')
    expect(mappings.map(({ name }) => name)).toEqual(['first', 'annas', 'bos'])
    expect([published, draft.questions]).toEqual([['first'], null])
  })

  it('are laid onto what was published meanwhile', async () => {
    const files = new Map(await publishedFiles(test.stores, acme, 'drafts'))
    const other = { name: 'other', match: { file: 'o.csv' }, columns: [{ column: 'Age', question: 'age' }] }
    files.set('imports.json', json({ imports: [first, other] }))
    await test.survey(acme, files)
    expect((await open('drafts')).mappings.map(({ name }) => name)).toEqual(['first', 'annas', 'bos', 'other'])
  })

  it('change the order, rename and delete, and are published as they are', async () => {
    const change: MappingChange = {
      ...put(named('renamed'), 'annas'),
      ...{ gone: ['bos'], order: ['renamed', 'other', 'first'] },
    }
    expect((await publish('drafts', change)).body).toEqual({ version: 3, taskId: null })
    const { mappings, draft } = await open('drafts')
    expect(mappings.map(({ name }) => name)).toEqual(['renamed', 'other', 'first'])
    expect(draft).toEqual({ imports: null, questions: null })
  })
})

describe('the doors of mappings', () => {
  it('are closed to who may only import, only configure, nothing here, or is of another universe', async () => {
    const { body } = await upload('doors', 'a.csv', old())
    const at = await known('doors')
    const calls = (survey: string) =>
      [
        ['GET', survey],
        ['PUT', survey, { change: nothing, ...at }],
        ['POST', `check/${survey}`, { change: nothing, ...at }],
        ['POST', `publish/${survey}`, { change: nothing, ...at }],
        ['GET', `file/${survey}/${body.fileId}`],
        ['DELETE', `file/${survey}/${body.fileId}`],
      ] as const
    for (const [method, url, payload] of calls('doors')) {
      for (const who of [importer, editor]) expect((await ask(who, method, url, payload)).status).toBe(403)
      for (const who of [narrow, foreign]) expect((await ask(who, method, url, payload)).status).toBe(404)
      expect((await ask({}, method, url, payload)).status).toBe(401)
    }
    expect((await upload('doors', 'a.csv', old(), importer)).status).toBe(403)
    expect((await upload('doors', 'a.csv', old(), foreign)).status).toBe(404)
    // A file is its uploader's own, in its survey.
    expect((await ask(bo, 'GET', `file/doors/${body.fileId}`)).status).toBe(404)
    expect((await ask(anna, 'GET', `file/visit/${body.fileId}`)).status).toBe(404)
    const stolen = await ask(bo, 'POST', 'publish/doors', { change: nothing, fileId: body.fileId, ...at })
    expect(stolen.status).toBe(404)
    expect((await ask(anna, 'GET', `file/doors/${body.fileId}`)).status).toBe(200)
  })

  it('show of a protected survey no more than its file and what importing it would do', async () => {
    const found = await proposed('guarded', 'january.csv', old())
    const seen = await preview('guarded', put(found.mapping, 'first'), found.file.fileId)
    expect(seen).toMatchObject({ inserted: 12, corrected: 0, unchanged: 0, rejected: 0 })
  })

  it('refuse files that can’t be read, and forget those that are kept', async () => {
    const bad = await upload('doors', 'a.xlsx', 'PK\u0003\u0004 none')
    expect(bad.status).toBe(400)
    const { body } = await upload('doors', 'b.csv', old())
    expect((await ask(anna, 'DELETE', `file/doors/${body.fileId}`)).status).toBe(200)
    expect((await ask(anna, 'GET', `file/doors/${body.fileId}`)).status).toBe(404)
    const left = await upload('doors', 'c.csv', old())
    await test.stores.owner.query(`update mapping_file set expires_at = now() - interval '1 minute' where id = $1`, [
      left.body.fileId,
    ])
    const path = keptMappingFile(test.stores, { id: left.body.fileId, file: 'c.csv' })
    await utimes(join(path, '..'), new Date(0), new Date(0))
    await mappingFilesForgotten.run({ stores: test.stores } as Parameters<typeof mappingFilesForgotten.run>[0])
    await expect(access(path)).rejects.toThrow()
    for (let kept = 0; kept < 12; kept++) await upload('doors', 'd.csv', old(2))
    const more = await upload('doors', 'd.csv', old(2))
    expect(more.body.reason.key).toBe('mapping.most')
  })
})
