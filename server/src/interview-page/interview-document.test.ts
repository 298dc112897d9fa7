import type { AnswerOf } from '@kaiku/contract/result.ts'
import { permissions } from '@kaiku/core/access.ts'
import { hostileTexts } from '@kaiku/core/hostile-text.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, filesOf, openAlertWorld, parts } from '../alert/alert.fixture.ts'
import { readPdf } from '../document/read-pdf.fixture.ts'

type Headers = { authorization: string }

const blocks = {
  ...parts,
  'settings.json': { ...parts['settings.json'], enableSingleInterviewReport: true },
  'indicators.json': {
    indicators: [{ id: 'nps', title: 'Score of it', measure: 'mean', question: 'nps', decimals: 1 }],
  },
}
const laidOut = (more: object) => ({
  ...blocks,
  'settings.json': { ...blocks['settings.json'], ...more },
})
const hostile = Object.values(hostileTexts).join(' | ')

let world: AlertWorld
let everywhere: Headers
let interviewId: string

beforeAll(async () => {
  world = await openAlertWorld(blocks)
  await world.answer([
    { store: 'kamppi', day: '2026-10-10', nps: 9, comment: hostile, channel: 'web', who: 'Anna Öberg', seen: ['tv'] },
  ])
  everywhere = await world.person('Everything', [], permissions)
  const reply = await world.app.inject({
    ...{ method: 'POST', url: '/api/result/query/visits/region,all?compare=none', headers: everywhere },
    payload: { components: [{ type: 'InterviewList' }] },
  })
  const list: AnswerOf<'InterviewList'> = reply.json().answers[0]
  interviewId = list.rows[0]?.interviewId ?? ''
})
afterAll(() => world.close())

const file = (headers: Headers, query: Record<string, string>, id = interviewId, survey = 'visits') =>
  world.app.inject({ url: `/api/vuejs/reports/flexinterview/${survey}/${id}`, headers, query })
const pdf = async (headers: Headers) => {
  const reply = await file(headers, { format: 'pdf', paper: 'letter' })
  expect(reply.headers['content-type']).toBe('application/pdf')
  const read = await readPdf(reply.rawPayload)
  return { ...read, text: read.pages.join(' ').replace(/\s+/g, ' ') }
}
const relay = async (more: object) => {
  await world.survey(world.acme, filesOf(laidOut(more)))
  return (await pdf(everywhere)).text
}

describe('one interview as a document', () => {
  it('says what was answered, where, and how it scored', async () => {
    const { text, isTagged, title, size } = await pdf(everywhere)
    expect({ isTagged, title, size }).toEqual({
      isTagged: true,
      title: 'Visits – Oct 10, 2026',
      size: { width: 612, height: 792 },
    })
    for (const said of ['All › Finland › South › Kamppi', 'Score of it 9.0', 'Recommend 9', 'Anna Öberg', 'Télévision'])
      expect(text).toContain(said)
  })

  it('stands by itself as a page without scripts, whatever was written', async () => {
    const reply = await file(everywhere, { format: 'html' })
    expect(reply.headers['content-type']).toContain('text/html')
    expect(reply.headers['content-disposition']).toContain('attachment')
    expect(reply.body).not.toMatch(/<(?:script|img|svg|iframe|object|embed|link|form|input|base)\b/i)
    expect(reply.body).not.toMatch(/<[a-z][^>]*\son\w+=/i)
    expect(reply.body).toContain('Anna Öberg')
    expect(reply.body.match(/<a /g)).toHaveLength(1)
  })

  it('withholds who it was from those who may not see or take that along', async () => {
    const taking = ['seeIndicators', 'seeInterviews', 'seeComments', 'export'] as const
    const { text } = await pdf(await world.person('Blind', [], taking))
    expect(text).toContain('Who hidden')
    expect(text).not.toContain('Anna')
  })

  it('is laid out as the survey says', async () => {
    const sections = [{ title: { en: 'First of all' }, questions: ['channel', 'spent'] }]
    const text = await relay({ interviewLayout: { sections, scores: false } })
    expect(text).toContain('First of all')
    expect(text).not.toMatch(/Anna|Score of it|Spent/)
    expect(await relay({ interviewLayout: { sections, unanswered: true } })).toMatch(/Score of it.*Spent –/)
    const unknown = filesOf(laidOut({ interviewLayout: { sections: [{ title: 'x', questions: ['nothing'] }] } }))
    await expect(world.survey(world.acme, unknown)).rejects.toThrow('one fault')
  })

  it('is refused to strangers, from elsewhere, in protected surveys, and where it is off', async () => {
    const south = await world.person('Sweden', ['se'], permissions)
    expect((await file(south, { format: 'pdf' })).statusCode).toBe(404)
    const looks = await world.person('Looks', [], ['seeIndicators', 'seeInterviews'])
    expect((await file(looks, { format: 'pdf' })).statusCode).toBe(403)
    expect((await file({ authorization: 'Bearer nobody' }, { format: 'pdf' })).statusCode).toBe(401)
    await world.survey(world.acme, filesOf(laidOut({ enableSingleInterviewReport: false })))
    const off = await file(everywhere, { format: 'html' })
    expect([off.statusCode, off.json().reason.key]).toEqual([403, 'report.off'])
    await world.survey(world.acme, filesOf(blocks))
    expect((await file(everywhere, { format: 'docx' })).statusCode).toBe(400)
  })

  it('speaks English where its reader’s language is none', async () => {
    for (const format of ['pdf', 'html']) {
      const reply = await file(everywhere, { format, locale: '*_#' })
      expect([format, reply.statusCode]).toEqual([format, 200])
    }
  })
})
