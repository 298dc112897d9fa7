import { afterAll, beforeAll, expect, it } from 'vitest'
import { filesOf, parts } from '../alert/alert.fixture.ts'
import { smtp } from '../mail/smtp.fixture.ts'
import { openSampleWorld, type SampleWorld } from '../sample/sample.fixture.ts'
import { campaignSteps, linkIn } from './campaign.fixture.ts'

let world: SampleWorld
let server: Awaited<ReturnType<typeof smtp>>
let steps: ReturnType<typeof campaignSteps>
beforeAll(async () => {
  world = await openSampleWorld()
  server = await smtp()
  const settings = { ...parts['settings.json'], extName: 'quiet', protection: true, minimumN: 5 }
  const rules = { ...parts['alert-rules.json'], rules: [] }
  await world.survey(world.acme, filesOf({ ...parts, 'settings.json': settings, 'alert-rules.json': rules }))
  steps = campaignSteps(world, server, 'quiet')
})
afterAll(async () => {
  await world?.close()
  await server?.close()
})

const agent = { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile', 'sec-fetch-mode': 'navigate' }
const hiddenIn = (html: string) =>
  [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  )
const actionIn = (html: string) =>
  (/<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&')

it('is answered in a protected survey, and nothing that is stored leads from the person to the answers', async () => {
  const { app, stores } = world
  const everywhere = await world.person([])
  const [id] = await steps.people([{ email: 'quiet@example.fi', name: 'Quiet', store: 'kamppi' }])
  const { templateId } = await steps.template(everywhere)
  const { templateId: other } = await steps.template(everywhere)
  const { campaignId } = await steps.created(everywhere, { templateId, second: { templateId: other } })
  await steps.send()
  const link = linkIn(steps.mailsTo('quiet@example.fi')[0]?.text)
  const get = (url: string) => app.inject({ url, headers: agent })
  const post = (url: string, fields: [string, string][]) =>
    app.inject({
      ...{ method: 'POST', url, payload: new URLSearchParams(fields).toString() },
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...agent },
    })
  let page = await get(link)
  for (let left = 8; left > 0 && actionIn(page.body) !== ''; left--) {
    const sent = await post(actionIn(page.body), [
      ...hiddenIn(page.body),
      ['q.nps', '4'],
      ['q.comment', 'In confidence'],
      ['act', 'next'],
    ])
    page = sent.statusCode === 303 ? await get(String(sent.headers.location)) : sent
    // While they answer, too.
    const { rows } = await stores.service.query('select sample from form_answer')
    expect(rows.filter(({ sample }) => sample !== null)).toEqual([])
  }
  const { rows } = await stores.service.query(
    'select state, interview, responded_at, changed_at from sample where id = $1',
    [id],
  )
  expect(rows[0]).toMatchObject({ state: 'completed', interview: null })
  // The day alone: the moment would tell which answer it is.
  for (const at of [rows[0].responded_at, rows[0].changed_at])
    expect(new Date(at).toISOString()).toMatch(/T\d\d:00:00\.000Z$/)
  const looked = await stores.service.query('select clicked_at from campaign_recipient where sample = $1', [id])
  expect(new Date(looked.rows[0].clicked_at).toISOString()).toMatch(/T\d\d:00:00\.000Z$/)
  // Nothing that is kept of the answers names the person, their contact or the message.
  const { rows: codes } = await stores.service.query('select id, code from campaign_recipient where sample = $1', [id])
  const traces = [
    id ?? '',
    'quiet@example.fi',
    String(codes[0].id),
    String(codes[0].code),
    campaignId,
    templateId,
    other,
  ]
  for (const table of ['interview', 'protected_interview', 'form_answer', 'interview_change']) {
    const exists = await stores.service.query('select to_regclass($1) is not null as there', [table])
    if (!exists.rows[0].there) continue
    const kept = await stores.service.query(`select row_to_json(t)::text as row from ${table} t`)
    for (const { row } of kept.rows)
      for (const trace of traces) expect([table, String(row).includes(trace)]).toEqual([table, false])
  }
  // Templates are compared by who has answered, without what.
  const { split } = await steps.one(everywhere, campaignId)
  const reached = split?.arms.filter(({ counts }) => counts.audience > 0)
  expect(reached?.map(({ counts }) => [counts.delivered, counts.answered])).toEqual([[1, 1]])
  // One answer per link here, too.
  expect((await get(link)).body).toContain('You have answered already')
})
