import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { LetterBatch, letterCalls } from '@kaiku/contract/letter.ts'
import { permissions } from '@kaiku/core/access.ts'
import { letterWindows } from '@kaiku/core/letter-window.ts'
import JSZip from 'jszip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesOf, parts } from '../alert/alert.fixture.ts'
import { readPdf } from '../document/read-pdf.fixture.ts'
import { smtp } from '../mail/smtp.fixture.ts'
import { openSampleWorld, type SampleWorld } from '../sample/sample.fixture.ts'
import { campaignSteps, publicUrl } from './campaign.fixture.ts'

type Headers = { authorization: string }
type Archive = ReplyOf<(typeof letterCalls)['archive']>

let world: SampleWorld
let server: Awaited<ReturnType<typeof smtp>>
let steps: ReturnType<typeof campaignSteps>
let everywhere: Headers
beforeAll(async () => {
  world = await openSampleWorld()
  server = await smtp()
  steps = campaignSteps(world, server)
  everywhere = await world.person([])
})
afterAll(async () => {
  await world?.close()
  await server?.close()
})

const hostile = '#read("/etc/passwd") **x** `y` $z$'
const home = { street: 'Mannerheimintie 1 A 2', postcode: '00100', town: 'Helsinki' }
const archive = async (headers: Headers, query = '', survey = 'visits', path = 'region,all'): Promise<Archive> => {
  const reply = await world.get(headers, `vuejs/reports/lettersarchive/${survey}/${encodeURIComponent(path)}?${query}`)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json()
}
const take = (address: string) => world.app.inject({ url: address })
const ticket = async (headers: Headers, kind: 'letterticket' | 'letterbatchticket', id: string, survey = 'visits') => {
  const reply = await world.post(headers, `vuejs/reports/${kind}/${survey}/${id}`, {})
  return reply.statusCode === 200 ? (reply.json() as { address: string }).address : reply.statusCode
}
const batchOf = async (headers: Headers, batch: LetterBatch | undefined, survey = 'visits') => {
  const reply = await take(String(await ticket(headers, 'letterbatchticket', batch?.batchId ?? '', survey)))
  const zip = await JSZip.loadAsync(reply.rawPayload)
  const files = Object.keys(zip.files).sort()
  const pdf = await zip.file('letters-001.pdf')?.async('uint8array')
  return { files, pdf: await readPdf(pdf ?? new Uint8Array()), list: await zip.file('addresses.csv')?.async('string') }
}
const opened = async (headers: Headers, letterId: string) => {
  const address = await ticket(headers, 'letterticket', letterId)
  const reply = await take(String(address))
  return { address: String(address), reply, bytes: reply.rawPayload }
}

describe('a campaign by letter', () => {
  let ids: string[]
  let campaignId: string

  it('tells who has no address before, and makes the letters of the others with a list for the printer', async () => {
    ids = await steps.people([
      { name: hostile, email: 'a@example.fi', ...home },
      {
        name: 'Bo Lund',
        email: 'b@example.fi',
        street: 'Storgatan 2',
        postcode: '22100',
        town: 'Lund',
        country: 'Sverige',
      },
      { name: 'Cy Nowhere', email: 'c@example.fi' },
    ])
    const body = '{{ name }} says *{{ name }}*.\n\n- {{ code }}'
    const { templateId } = await steps.template(everywhere, { body, sender: 'Kaiku, Tie 1, 00100 Helsinki' }, 'letter')
    const asked = { action: 'new', path: 'region,all', rules: {}, templateId }
    const told = await world.post(everywhere, 'vuejs/campaigns/audience/visits', asked)
    expect(told.json()).toMatchObject({ recipients: 2, left: [{ reason: 'noAddress', n: 1 }] })
    // At no hour of these a mail would go.
    const made = await steps.created(everywhere, {
      templateId,
      rules: { fromHour: 0, toHour: 1, daysOff: [0, 1, 2, 3, 4] },
    })
    campaignId = made.campaignId
    await steps.hand()
    expect((await steps.one(everywhere, campaignId)).counts).toMatchObject({ waiting: 2, delivered: 0, left: 1 })
    await steps.print()
    await steps.hand()
    const { counts, state } = await steps.one(everywhere, campaignId)
    expect({ state, ...counts }).toMatchObject({ state: 'sent', waiting: 0, delivered: 2, failed: 0 })

    const { batches, letters } = await archive(everywhere)
    expect(batches).toMatchObject([{ campaignId, letters: 2, pages: 2, state: 'done', mayFetch: true }])
    const lines = letters.map(({ name, address, state: is, pages }) => [name, address, is, pages])
    expect(lines.sort(([a], [b]) => String(a).localeCompare(String(b), 'en'))).toEqual([
      [hostile, 'Mannerheimintie 1 A 2, 00100 Helsinki', 'delivered', 1],
      ['Bo Lund', 'Storgatan 2, 22100 Lund, SVERIGE', 'delivered', 1],
    ])
    const { files, pdf, list } = await batchOf(everywhere, batches[0])
    expect(files).toEqual(['addresses.csv', 'letters-001.pdf'])
    expect(list?.split('\r\n').map((line) => line.split(',').slice(0, 4).join())).toEqual([
      '\uFEFFnumber,file,page,pages',
      '1,letters-001.pdf,1,1',
      '2,letters-001.pdf,2,1',
      '',
    ])
    expect(list).toContain('Mannerheimintie 1 A 2')
    const { address } = letterWindows.dinB
    const inWindow = pdf.texts.filter(
      ({ page, x, y }) =>
        page === 2 &&
        x >= address.x - 0.1 &&
        x < address.x + address.width &&
        y > address.y &&
        y < address.y + address.height,
    )
    expect(inWindow.map(({ text }) => text)).toEqual(['Bo Lund', 'Storgatan 2', '22100 Lund', 'SVERIGE'])
    expect([...pdf.missingFonts]).toEqual([])
    const { rows } = await world.stores.service.query(
      'select r.code from campaign_recipient r join letter l using (universe, id) order by l.place',
    )
    const codes = rows.map(({ code }: { code: string }) => code)
    expect(pdf.links).toEqual(codes.map((code) => `${publicUrl}/a/${code}`))
    for (const [at, code] of codes.entries())
      expect(pdf.pages[at]).toContain(code.toUpperCase().match(/.{4}/g)?.join(' '))
    // What somebody is called is no markup, neither of Markdown nor of Typst.
    expect(pdf.pages[0]?.split('#read("/etc/passwd") **x** `y` $z$').length).toBeGreaterThanOrEqual(3)
    expect(pdf.pages.join('')).not.toContain('root:')
  })

  it('leads to the form by its link, and by its code as people type it', async () => {
    const { rows } = await world.stores.service.query('select code from campaign_recipient where sample = $1', [ids[0]])
    const code = String(rows[0]?.code)
    const form = await world.app.inject({ url: `/a/${code}`, headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile' } })
    expect([form.statusCode, form.body]).toEqual([200, expect.stringContaining('<form')])
    const type = (typed: string, ip: string) =>
      world.app.inject({
        ...{ method: 'POST', url: '/a', payload: new URLSearchParams({ code: typed }).toString(), remoteAddress: ip },
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'fi' },
      })
    expect((await world.app.inject({ url: '/a', headers: { 'accept-language': 'sv' } })).body).toContain(
      'Koden i ditt brev',
    )
    const typed = code.toUpperCase().replaceAll('0', 'O').replaceAll('1', 'l').match(/.{4}/g)?.join(' - ') ?? ''
    const found = await type(typed, '10.0.0.1')
    expect([found.statusCode, found.headers.location]).toEqual([303, `/a/${code}`])
    const wrong = await type('"><b>0000', '10.0.0.1')
    expect([wrong.statusCode, wrong.body]).toEqual([422, expect.stringContaining('&quot;&gt;&lt;b&gt;0000')])
    for (let tried = 2; tried < 20; tried++) await type('x', '10.0.0.1')
    expect((await type(code, '10.0.0.1')).statusCode).toBe(429)
    expect((await type(code, '10.0.0.2')).statusCode).toBe(303)
  })

  it('keeps each letter as it was sent, whatever changed since, and opens it once a ticket', async () => {
    const [bo] = (await archive(everywhere, 'search=storgatan')).letters
    const first = await opened(everywhere, bo?.letterId ?? '')
    expect(first.reply.headers['content-type']).toBe('application/pdf')
    await world.stores.service.query(`update sample set name = 'Changed', street = 'Changed' where id = $1`, [ids[1]])
    const second = await opened(everywhere, bo?.letterId ?? '')
    expect(second.bytes.equals(first.bytes)).toBe(true)
    expect((await readPdf(second.bytes)).pages.join('')).toContain('Bo Lund says Bo Lund')
    expect((await take(second.address)).statusCode).toBe(404)
    expect((await archive(everywhere, 'search=nobody')).letters).toEqual([])
    const sent = await world.stores.service.query(
      `select count(*)::int as n from audit where action = 'contact.view' and after ? 'letter'`,
    )
    expect(sent.rows[0]?.n).toBe(2)
  })

  it('lists ended and old ones only where all are asked for', async () => {
    await world.stores.service.query(`update campaign set at = now() - interval '91 days' where id = $1`, [campaignId])
    expect((await archive(everywhere)).letters).toEqual([])
    expect((await archive(everywhere, 'all')).letters).toHaveLength(2)
    expect((await archive(everywhere, 'all=false')).letters).toEqual([])
    await world.stores.service.query('update campaign set at = now() where id = $1', [campaignId])
  })

  it('tells nothing to strangers, and who may not know its people neither them nor their codes', async () => {
    const [letter] = (await archive(everywhere)).letters
    const [batch] = (await archive(everywhere)).batches
    const [letterId, batchId] = [letter?.letterId ?? '', batch?.batchId ?? '']
    const stranger = await world.stranger()
    const elsewhere = await world.person(['se'])
    for (const who of [stranger, elsewhere]) {
      const own = who === elsewhere ? 'region,all,se' : 'region,all'
      expect(await archive(who, 'all', 'visits', own)).toEqual({ batches: [], letters: [], next: null })
      expect(await ticket(who, 'letterticket', letterId)).toBe(404)
      expect(await ticket(who, 'letterbatchticket', batchId)).toBe(404)
      expect((await world.post(who, `vuejs/reports/letterbatchagain/visits/${batchId}`, {})).statusCode).toBe(404)
    }
    const unable = await world.person(
      [],
      permissions.filter((one) => one !== 'sendCampaigns'),
    )
    expect((await world.get(unable, 'vuejs/reports/lettersarchive/visits/region,all')).statusCode).toBe(403)
    expect(await ticket(unable, 'letterticket', letterId)).toBe(403)

    const blind = await world.person(
      [],
      permissions.filter((one) => one !== 'seeContacts'),
    )
    const seen = await archive(blind)
    expect(seen.letters.map(({ name, address }) => [name, address])).toEqual([
      [null, null],
      [null, null],
    ])
    expect(seen.batches).toMatchObject([{ mayFetch: false }])
    expect(await ticket(blind, 'letterbatchticket', batchId)).toBe(404)
    expect((await world.get(blind, 'vuejs/reports/lettersarchive/visits/region,all?search=lund')).statusCode).toBe(403)
    const masked = await readPdf((await opened(blind, letterId)).bytes)
    expect(masked.links).toEqual([`${publicUrl}/a`])
    expect(masked.pages.join('')).toContain('••• says •••')
    const { rows } = await world.stores.service.query('select code from campaign_recipient where id = $1', [letterId])
    const code = String(rows[0]?.code).toUpperCase()
    for (const told of ['Lund', 'Storgatan', code.slice(0, 4)]) expect(masked.pages.join('')).not.toContain(told)

    const { templateId } = await steps.template(everywhere, {}, 'letter')
    const refused = await steps.create(blind, { templateId, rules: { restDays: 0 }, path: 'region,all', action: 'new' })
    expect([400, 403]).toContain(refused.statusCode)
    await steps.people([{ name: 'Di', email: 'd@example.fi', ...home }])
    const letters = await steps.create(blind, { templateId })
    expect([letters.statusCode, letters.body]).toEqual([403, expect.stringContaining('may not know')])
    expect((await steps.create(everywhere, { templateId, action: 'test' })).statusCode).toBe(400)
  })

  it('makes a file again that has expired, and without whoever was erased meanwhile', async () => {
    const [batch] = (await archive(everywhere)).batches
    const again = () => world.post(everywhere, `vuejs/reports/letterbatchagain/visits/${batch?.batchId}`, {})
    expect((await again()).statusCode).toBe(409)
    const erased = await world.post(everywhere, `vuejs/samples/erase/visits/${ids[0]}`, { isSure: true })
    expect(erased.statusCode).toBe(200)
    expect(await ticket(everywhere, 'letterbatchticket', batch?.batchId ?? '')).toBe(404)
    const left = await world.stores.service.query('select kept::text from letter')
    expect(left.rows.map(({ kept }) => kept).join()).not.toContain('Mannerheimintie')
    expect((await again()).statusCode).toBe(200)
    await steps.print()
    const [made] = (await archive(everywhere)).batches
    expect(made).toMatchObject({ letters: 1, pages: 1, state: 'done' })
    const { pdf, list } = await batchOf(everywhere, made)
    expect(pdf.pages).toHaveLength(1)
    expect(list).not.toContain('Mannerheimintie')
  })
})

describe('letters that came back', () => {
  it('are told by their codes; nobody gets a letter there until the address changes', async () => {
    const [gone = '', here = ''] = await steps.people([
      { name: 'Gone', email: 'gone@example.fi', store: 'sello', ...home },
      { name: 'Here', email: 'here@example.fi', store: 'sello', ...home, street: 'Tie 2' },
    ])
    const { templateId } = await steps.template(everywhere, {}, 'letter')
    const path = 'region,all,fi,south,sello'
    const { campaignId } = await steps.created(everywhere, { templateId, path })
    await steps.hand()
    const codeOf = async (sample: string) => {
      const { rows } = await world.stores.service.query('select code from campaign_recipient where sample = $1', [
        sample,
      ])
      return String(rows[0]?.code)
    }
    const [code, other] = [await codeOf(gone), await codeOf(here)]
    const typed = `${code.slice(0, 8).toUpperCase()} ${code.slice(8)}`
    const mark = async (headers: Headers, codes: readonly string[]) => {
      const reply = await world.post(headers, `vuejs/campaigns/returned/visits/${campaignId}`, { codes })
      return reply.statusCode === 200 ? reply.json() : reply.statusCode
    }
    // Nothing was sent yet.
    expect(await mark(everywhere, [typed])).toEqual({ marked: 0, unknown: [], others: [typed] })
    await steps.print()
    await steps.hand()
    const sweden = await world.person(['se'])
    const powerless = await world.person(
      [],
      permissions.filter((one) => one !== 'sendCampaigns'),
    )
    expect([
      await mark(sweden, [code]),
      await mark(powerless, [code]),
      await mark(await world.stranger(), [code]),
    ]).toEqual([404, 403, 404])
    expect(await mark(everywhere, [typed, 'not a code'])).toEqual({ marked: 1, unknown: ['not a code'], others: [] })
    expect(await mark(everywhere, [code])).toEqual({ marked: 0, unknown: [], others: [code] })
    expect((await steps.one(everywhere, campaignId)).counts).toMatchObject({ delivered: 1, failed: 1 })
    const people = await world.get(everywhere, `vuejs/campaigns/recipients/visits/${campaignId}?group=failed`)
    expect(people.json()).toMatchObject({ rows: [{ sampleId: gone, reason: 'returned' }] })
    const again = { action: 'again', parent: campaignId, path, rules: {}, templateId }
    const audience = async () => (await world.post(everywhere, 'vuejs/campaigns/audience/visits', again)).json()
    expect(await audience()).toMatchObject({
      recipients: 0,
      left: expect.arrayContaining([{ reason: 'bounced', n: 1 }]),
    })
    const { version } = (await world.get(everywhere, `vuejs/samples/one/visits/${gone}`)).json() as { version: number }
    const moved = await world.post(everywhere, `vuejs/samples/change/visits/${gone}`, {
      version,
      street: 'New street 3',
    })
    expect(moved.statusCode).toBe(200)
    expect(await audience()).toMatchObject({ recipients: 1 })
    expect(await mark(everywhere, [other])).toMatchObject({ marked: 1 })
  })
})

describe('a letter of a protected survey', () => {
  it('leads from nobody to their answers, and is printed as others are', async () => {
    const settings = { ...parts['settings.json'], extName: 'quiet', protection: true, minimumN: 5 }
    const rules = { ...parts['alert-rules.json'], rules: [] }
    await world.survey(world.acme, filesOf({ ...parts, 'settings.json': settings, 'alert-rules.json': rules }))
    const quiet = campaignSteps(world, server, 'quiet')
    const [id] = await quiet.people([{ name: 'Quiet', email: 'quiet@example.fi', ...home }])
    const { templateId } = await quiet.template(everywhere, {}, 'letter')
    await quiet.created(everywhere, { templateId })
    await quiet.hand()
    await quiet.print()
    const { batches, letters } = await archive(everywhere, '', 'quiet')
    expect(letters).toMatchObject([{ sampleId: id, state: 'delivered' }])
    const { pdf } = await batchOf(everywhere, batches[0], 'quiet')
    const path = new URL(pdf.links[0] ?? '').pathname
    const agent = { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile', 'sec-fetch-mode': 'navigate' }
    const hiddenIn = (html: string) =>
      [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
        ([, name = '', value = '']): [string, string] => [name, value],
      )
    const actionIn = (html: string) =>
      (/<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&')
    let page = await world.app.inject({ url: path, headers: agent })
    for (let left = 8; left > 0 && actionIn(page.body) !== ''; left--) {
      const fields: [string, string][] = [...hiddenIn(page.body), ['q.nps', '4'], ['act', 'next']]
      const sent = await world.app.inject({
        ...{ method: 'POST', url: actionIn(page.body), payload: new URLSearchParams(fields).toString() },
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...agent },
      })
      page =
        sent.statusCode === 303 ? await world.app.inject({ url: String(sent.headers.location), headers: agent }) : sent
    }
    const stored = await world.stores.service.query('select interview, state from sample where id = $1', [id])
    expect(stored.rows).toEqual([{ interview: null, state: 'completed' }])
    const forms = await world.stores.service.query('select sample from form_answer where sample is not null')
    expect(forms.rows.filter(({ sample }) => sample === id)).toEqual([])
  })
})
