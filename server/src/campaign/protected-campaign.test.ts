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

const get = (url: string) => world.app.inject({ url, headers: agent })
const send = (html: string, comment: string) =>
  world.app.inject({
    ...{ method: 'POST', url: actionIn(html) },
    payload: new URLSearchParams([
      ...hiddenIn(html),
      ['q.nps', '4'],
      ['q.comment', comment],
      ['act', 'next'],
    ]).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...agent },
  })
/** What comes when a page is sent. */
async function next(html: string, comment: string) {
  const sent = await send(html, comment)
  return sent.statusCode === 303 ? get(String(sent.headers.location)) : sent
}
/** The page of a tab that is the last to be sent. */
async function lastPage(link: string, comment: string): Promise<string> {
  let { body } = await get(link)
  for (let left = 8; left > 0 && !/>Send</.test(body); left--) body = (await next(body, comment)).body
  return body
}
const linkTo = (address: string) => linkIn(steps.mailsTo(address)[0]?.text)

it('is answered in a protected survey, and nothing that is stored leads from the person to the answers', async () => {
  const { stores } = world
  const everywhere = await world.person([])
  const [id] = await steps.people([{ email: 'quiet@example.fi', name: 'Quiet', store: 'kamppi' }])
  const { templateId } = await steps.template(everywhere)
  const { templateId: other } = await steps.template(everywhere)
  const { campaignId } = await steps.created(everywhere, { templateId, second: { templateId: other } })
  await steps.send()
  const link = linkTo('quiet@example.fi')
  let page = await get(link)
  for (let left = 8; left > 0 && actionIn(page.body) !== ''; left--) {
    page = await next(page.body, 'In confidence')
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

it('takes one answer of a link whose tabs all send at the same moment, and keeps nothing that tells whose it is', async () => {
  const { stores } = world
  const everywhere = await world.person([])
  const addresses = ['one', 'two', 'three', 'four'].map((name) => `${name}.tabs@example.fi`)
  const ids = await steps.people(addresses.map((email) => ({ email, store: 'kamppi' })))
  const { templateId } = await steps.template(everywhere)
  await steps.created(everywhere, { templateId })
  await steps.send()
  const { rows: before } = await stores.service.query('select count(*)::int as n from interview')
  for (const address of addresses) {
    const tabs = await Promise.all([1, 2, 3].map((at) => lastPage(linkTo(address), `${address} ${at}`)))
    const ends = await Promise.all(tabs.map((html, at) => send(html, `${address} ${at}`)))
    expect(ends.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(ends.filter(({ body }) => body.includes('You have answered already'))).toHaveLength(2)
    // The same page sent again changes nothing.
    await Promise.all(tabs.map((html, at) => send(html, `${address} again ${at}`)))
  }
  const { rows: after } = await stores.service.query('select count(*)::int as n from interview')
  expect(after[0].n - before[0].n).toBe(addresses.length)
  const { rows: people } = await stores.service.query('select state, interview from sample where id = any($1)', [ids])
  expect(people).toEqual(addresses.map(() => ({ state: 'completed', interview: null })))
  const { rows: left } = await stores.service.query(
    `select row_to_json(f)::text as row from form_answer f where sample is not null or state = 'open' or answers <> '{}'`,
  )
  expect(left).toEqual([])
})
