import { type CorrectionReport, correctionFileCalls } from '@kaiku/contract/correction-file.ts'
import { fullGrant, type Grant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { compareWithTruth, isEqual } from '../feed/compare.ts'
import { catchUp } from '../feed/feed.ts'
import { eraseInterview } from '../interview-erasure/erase-interview.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'

type Headers = { authorization: string }

let test: TestApp
let acme: string
let anna: Headers
let bert: Headers

const questions = {
  questions: [
    ...JSON.parse(small.get('questions.json') ?? '').questions,
    { id: 'spent', type: 'number', title: 'Spent', decimals: 2, min: 0 },
    { id: 'phone', type: 'text', title: 'Phone', roles: ['contact'] },
    { id: 'secret', type: 'text', title: 'Secret', hidden: true },
    { id: 'class', type: 'number', title: 'Class', computed: true },
  ],
}
const files = new Map([...small, ['questions.json', json(questions)]])
const settings = { ...JSON.parse(small.get('settings.json') ?? ''), extName: 'kept', protection: true, minimumN: 2 }
const answers = Array.from({ length: 8 }, (_, at) => ({
  ...{ date: `2026-06-${10 + at}`, store: at < 4 ? 's1' : 's2', nps: 5, rating: 3, seen: ['tv'], spent: 1250 },
  ...{ comment: `Said ${at}`, phone: `+358 40 ${at}`, secret: 'x' },
}))

const member = (...grants: Grant[]) => signedIn(test.stores, { universe: acme, grants })
let ids: string[] = []
beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  await test.survey(acme, files, answers)
  await test.survey(acme, new Map([...small, ['settings.json', json(settings)]]), answers.slice(0, 3))
  const { rows } = await test.stores.service.query(
    `update interview i set row_key = '|K' || i.row_key from survey s
     where s.universe = i.universe and s.number = i.survey and s.ext_name = 'small' returning i.id, i.row_key`,
  )
  ids = rows.sort((a, b) => a.row_key.localeCompare(b.row_key)).map(({ id }) => id)
  anna = await member(fullGrant('all'))
  bert = await member(fullGrant('all'))
})
afterAll(() => test?.close())

const address = '/api/vuejs/surveys/metainterviewdata/small'
async function send(text: string | Buffer, query: Record<string, string>, headers = anna, survey = 'small') {
  const body = Buffer.concat([
    Buffer.from('--edge\r\ncontent-disposition: form-data; name="file"; filename="right.csv"\r\n\r\n'),
    Buffer.from(text),
    Buffer.from('\r\n--edge--\r\n'),
  ])
  return test.app.inject({
    ...{ method: 'POST', url: `/api/vuejs/surveys/metainterviewdata/${survey}`, query },
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=edge' },
    payload: body,
  })
}
const preview = async (text: string | Buffer, headers = anna): Promise<CorrectionReport> => {
  const reply = await send(text, { preview: 'true' }, headers)
  expect(reply.statusCode, reply.body).toBe(200)
  return correctionFileCalls.upload.reply.parse(reply.json())
}
async function commit(text: string, more: Record<string, string> = {}, headers = anna): Promise<CorrectionReport> {
  const { seen } = await preview(text, headers)
  const reply = await send(text, { seen, ...more }, headers)
  expect(reply.statusCode, reply.body).toBe(200)
  await catchUp(test.stores)
  return correctionFileCalls.upload.reply.parse(reply.json())
}
const list = async (headers = anna) =>
  correctionFileCalls.list.reply.parse((await test.app.inject({ url: address, headers })).json())
const undo = async (fileId: string | null, headers = anna) => {
  const reply = await test.app.inject({ method: 'POST', url: `${address}/undo/${fileId}`, headers })
  await catchUp(test.stores)
  return reply
}
const shown = async (id: string, headers = anna) =>
  (await test.app.inject({ url: `/api/vuejs/interview/small/${id}`, headers })).json()
const correctOne = (id: string, changes: object[]) =>
  test.app.inject({ method: 'POST', url: `${address}/${id}`, headers: bert, payload: { changes } })
const stored = async (id: string, question: string) => {
  const { rows } = await test.stores.service.query('select answers -> $2 as value from interview where id = $1', [
    id,
    question,
  ])
  return rows[0]?.value ?? null
}

describe('a file of corrections', () => {
  it('says nothing of what a script computes', async () => {
    const { changed, rejects } = await preview(`Interview,class\n${ids[0]},3`)
    expect([changed, rejects[0]?.reason]).toEqual([0, 'is computed by a script'])
  })

  it('is previewed from old to new with each reject and its line, and changes nothing yet', async () => {
    const text = [
      'Interview,nps,Recommend?,seen,spent,nothing',
      `${ids[0]},9,,tv|web,0.07,x`,
      `${ids[1]},5,,,12.5,x`,
      `${ids[2]},44,,radio,,x`,
      'nobody,3,,,,x',
      `${ids[3]},,,,many,x`,
    ].join('\n')
    const report = await preview(text)
    expect(report).toMatchObject({
      ...{ state: 'preview', fileId: null, changed: 4, interviews: 2, unchanged: 2, rejected: 3 },
      ignored: ['Recommend?', 'nothing'],
    })
    expect(
      report.changes.map(({ line, question, before, after }) => [line, question, before?.value, after?.value]),
    ).toEqual([
      [2, 'nps', 5, 9],
      [2, 'seen', ['tv'], ['tv', 'web']],
      [2, 'spent', 12.5, 0.07],
      [4, 'seen', ['tv'], ['radio']],
    ])
    expect(report.rejects.map(({ line, column }) => [line, column])).toEqual([
      [4, 'nps'],
      [5, 'Interview'],
      [6, 'spent'],
    ])
    expect(await stored(ids[0] ?? '', 'nps')).toBe(5)
    expect(await list()).toEqual([])
  })

  it('is stored in one go, tells the history of each interview, and is taken back but for what was changed since', async () => {
    const text = [
      'externalId;question;value',
      'K0;nps;8',
      'K0;comment;',
      'K1;Suosittelu;7',
      'K1;store;Second',
      'K2;rating;4',
    ].join('\n')
    const done = await commit(text)
    expect(done).toMatchObject({ state: 'done', changed: 5, interviews: 3, rejected: 0 })
    const [first = '', second = '', third = ''] = ids
    expect([await stored(first, 'nps'), await stored(first, 'comment')]).toEqual([8, null])
    const one = await shown(second)
    expect(one).toMatchObject({ corrected: true, places: [{ names: ['All', 'Second'] }] })
    expect(one.corrections.map(({ question }: { question: string }) => question).sort()).toEqual(['nps', 'store'])
    const { survey } = await findSurvey(test.stores, acme, 'small')
    expect(isEqual(await compareWithTruth(test.stores, survey))).toBe(true)
    expect(await list()).toMatchObject([{ file: 'right.csv', changed: 5, interviews: 3, rejected: 0, undone: null }])
    const { rows } = await test.stores.service.query(
      `select after from audit where action = 'data.correct' and subject = 'small' order by id desc limit 1`,
    )
    expect(rows[0]?.after).toEqual({ file: done.fileId, interviews: 3, values: 5 })

    expect((await correctOne(third, [{ question: 'rating', before: 4, value: 1 }])).statusCode).toBe(200)
    const undone = correctionFileCalls.undo.reply.parse((await undo(done.fileId)).json())
    expect(undone).toMatchObject({ restored: 4, kept: [{ interviewId: third, question: 'rating', now: { value: 1 } }] })
    expect([await stored(first, 'nps'), await stored(first, 'comment')]).toEqual([5, 'Said 0'])
    expect((await shown(second)).places).toMatchObject([{ names: ['All', 'First'] }])
    expect(await stored(third, 'rating')).toBe(1)
    expect(await list()).toMatchObject([{ undone: { kept: 1 } }])
    expect((await undo(done.fileId)).statusCode).toBe(409)
    expect(isEqual(await compareWithTruth(test.stores, survey))).toBe(true)
  })

  it('takes all or, where that is asked for, the good values; and nothing that was not seen', async () => {
    const text = `interviewId,rating\n${ids[4]},4\n${ids[5]},9\n`
    const { seen } = await preview(text)
    expect((await send(text, { seen })).statusCode).toBe(400)
    expect(await stored(ids[4] ?? '', 'rating')).toBe(3)
    expect(await commit(text, { leaveRejects: 'true' })).toMatchObject({ changed: 1, rejected: 1 })
    expect(await stored(ids[4] ?? '', 'rating')).toBe(4)

    const other = `interviewId,rating\n${ids[4]},5\n${ids[6]},5\n`
    const looked = await preview(other)
    expect((await correctOne(ids[4] ?? '', [{ question: 'rating', before: 4, value: 2 }])).statusCode).toBe(200)
    expect((await send(other, { seen: looked.seen })).statusCode).toBe(409)
    expect([await stored(ids[4] ?? '', 'rating'), await stored(ids[6] ?? '', 'rating')]).toEqual([2, 3])
  })

  it('of two that come at once and mean the same value, one is stored', async () => {
    const [one, other] = [`interviewId,rating\n${ids[7]},1\n`, `interviewId,rating\n${ids[7]},2\n`]
    const seen = [await preview(one), await preview(other, bert)]
    const made = await Promise.all([
      send(one, { seen: seen[0]?.seen ?? '' }),
      send(other, { seen: seen[1]?.seen ?? '' }, bert),
    ])
    expect(made.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409])
  })

  it('says of a value that stands twice which line came first', async () => {
    const id = ids[5]
    const report = await preview(`interviewId,question,value\n${id},nps,1\n${id},nps,2\n${id},nps,1\n`)
    expect(report).toMatchObject({ changed: 1, rejects: [{ line: 3, reason: 'line 2 gives it another value' }] })
  })
})

describe('who corrects by a file', () => {
  const text = () => `interviewId,question,value\n${ids[0]},rating,5\n${ids[5]},rating,5\n`

  it('reaches their own places alone, no contacts without the right, and no place without correcting everywhere', async () => {
    const permissions = ['seeIndicators', 'seeInterviews', 'importData'] as const
    const narrow = await member({ ...fullGrant('first'), permissions, rows: { store: [['s1']] } })
    const all = `${text()}${ids[0]},phone,+1\n${ids[0]},store,s2\n${ids[0]},secret,y\n`
    const report = await preview(all, narrow)
    expect(report.changes.map(({ interviewId }) => interviewId)).toEqual([ids[0]])
    expect(report.rejects.map(({ line, reason }) => [line, reason.split(',')[0]])).toEqual([
      [3, 'no such interview'],
      [4, 'not a question of the survey'],
      [5, 'decides the place'],
      [6, 'not a question of the survey'],
    ])
    expect(JSON.stringify(report)).not.toContain('+358')
    const done = await commit(text())
    expect((await undo(done.fileId, narrow)).statusCode).toBe(403)
    expect((await undo(done.fileId, bert)).statusCode).toBe(200)
  })

  it('has to have the right, be of the universe, and find no protected survey', async () => {
    const reader = await member({ ...fullGrant('reads'), permissions: ['seeIndicators', 'seeInterviews'] })
    const blind = await member({ ...fullGrant('blind'), permissions: ['seeIndicators', 'importData'] })
    const globex = await test.universe('globex')
    const stranger = await signedIn(test.stores, { universe: globex, grants: [fullGrant('all')] })
    const done = await commit(`interviewId,rating\n${ids[1]},1\n`)
    for (const [headers, status] of [
      [reader, 403],
      [blind, 403],
      [stranger, 404],
      [{ authorization: '' }, 401],
    ] as const) {
      expect((await send(text(), { preview: 'true' }, headers)).statusCode).toBe(status)
      expect((await test.app.inject({ url: address, headers })).statusCode).toBe(status)
      expect((await undo(done.fileId, headers)).statusCode).toBe(status)
    }
    expect((await send(text(), { preview: 'true' }, anna, 'kept')).statusCode).toBe(403)
    const kept = '/api/vuejs/surveys/metainterviewdata/kept'
    expect((await test.app.inject({ url: kept, headers: anna })).statusCode).toBe(403)
  })

  it('is told what is wrong with a hostile file', async () => {
    for (const bad of [
      '',
      'a,b\n1,2\n',
      'interviewId\nx\n',
      `interviewId,nope\n${ids[0]},1\n`,
      `interviewId,nps\n"${ids[0]}\n`,
      Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0]),
    ])
      expect((await send(bad, { preview: 'true' })).statusCode, String(bad)).toBe(400)
    const odd = await preview(
      `interviewId,comment\n${ids[0]},"=cmd|' /C calc'!A0"\n${ids[1]},\u0000\n${'x'.repeat(300)},y\n${ids[2]},a,b\n`,
    )
    expect(odd.changes.map(({ after }) => after?.value)).toEqual([`=cmd|' /C calc'!A0`])
    expect(odd.rejects.map(({ line }) => line)).toEqual([3, 4, 5])
    const many = `interviewId,question,value\n${`${ids[0]},nps,1\n`.repeat(5_001)}`
    expect((await send(many, { preview: 'true' })).statusCode).toBe(413)
  })

  it('loses all that a file changed of an interview that is erased', async () => {
    await commit(`interviewId,comment\n${ids[6]},Put right\n`)
    const kept = async () => {
      const { rows } = await test.stores.service.query(
        `select count(*)::int as n from correction_file_change where after = '"Put right"'`,
      )
      return rows[0]?.n
    }
    expect(await kept()).toBe(1)
    const { survey } = await findSurvey(test.stores, acme, 'small')
    const { rows } = await test.stores.service.query('select number::int from interview where id = $1', [ids[6]])
    await eraseInterview(test.stores, acme, survey, rows[0]?.number, 'anna')
    expect(await kept()).toBe(0)
  })
})
