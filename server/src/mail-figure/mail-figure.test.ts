import type { FiguresBlock, MailBlock } from '@kaiku/contract/template.ts'
import { type Permission, permissions } from '@kaiku/core/access.ts'
import { addDays, dayIn } from '@kaiku/core/day.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesOf, parts } from '../alert/alert.fixture.ts'
import { always, campaignSteps } from '../campaign/campaign.fixture.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { smtp } from '../mail/smtp.fixture.ts'
import { openSampleWorld, type SampleWorld } from '../sample/sample.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { figuresOf } from './mail-figure.ts'

type Headers = { authorization: string }

const indicators = [
  { id: 'nps', title: { en: 'NPS', fi: 'Suositteluindeksi' }, measure: 'nps', question: 'nps', decimals: 0 },
  { id: 'liked', title: 'Liked <b>', measure: 'topBox', question: 'nps', boxes: 2, decimals: 0 },
]
const today = dayIn('Europe/Helsinki', Date.now())
const block: FiguresBlock = { kind: 'figures', indicators: ['nps', 'liked'], days: 90, countDays: 30 }
const foot: readonly MailBlock[] = [
  { kind: 'button', label: 'Answer', href: 'answer' },
  { kind: 'text', text: '[Stop](unsubscribe)' },
]
const withBlock = (more: Partial<FiguresBlock> = {}) => ({ blocks: [Object.assign({}, block, more), ...foot] })

let world: SampleWorld
let server: Awaited<ReturnType<typeof smtp>>
let everywhere: Headers
let open: ReturnType<typeof campaignSteps>
let quiet: ReturnType<typeof campaignSteps>
let loose: ReturnType<typeof campaignSteps>

async function fill(universe: string, survey: string, answered: Readonly<Record<string, readonly number[]>>) {
  const dictionary = await findSurvey(world.stores, universe, survey)
  const rows = async function* () {
    for (const [store, scores] of Object.entries(answered))
      for (const [at, nps] of scores.entries())
        yield {
          key: `${store} ${at}`,
          answers: { store, nps, channel: 'shop', day: addDays(today, at % 2 === 0 ? -3 : -60) },
        }
  }
  await storeInterviews(world.stores, dictionary, rows(), { import: 'answers' })
}

beforeAll(async () => {
  world = await openSampleWorld()
  server = await smtp()
  const files = (settings: object) =>
    filesOf({
      ...parts,
      'settings.json': { ...parts['settings.json'], ...settings },
      'indicators.json': { indicators },
      'alert-rules.json': { ...parts['alert-rules.json'], rules: [] },
    })
  const kamppi = Array.from({ length: 20 }, (_, at) => (at < 15 ? 10 : 2))
  for (const universe of [world.acme, world.globex]) {
    await world.survey(universe, files({ extName: 'open', minimumN: 8 }))
    await world.survey(universe, files({ extName: 'quiet', minimumN: 8, protection: true }))
  }
  await world.survey(world.acme, files({ extName: 'loose', minimumN: 1 }))
  await fill(world.acme, 'open', { kamppi, sello: kamppi, lund: [1, 2, 3], solo: kamppi.slice(0, 9) })
  // The few of Lund are counted with those of Sello, the smallest group.
  await fill(world.acme, 'quiet', { kamppi, sello: kamppi.slice(0, 16), lund: [1, 2, 3] })
  for (const survey of ['open', 'quiet'])
    await fill(world.globex, survey, { kamppi: Array.from({ length: 300 }, () => 0) })
  await fill(world.acme, 'loose', { kamppi: [10, 10, 10, 10], lund: [1, 2, 3, 4, 5] })
  await catchUp(world.stores)
  everywhere = await world.person([])
  open = campaignSteps(world, server, 'open')
  quiet = campaignSteps(world, server, 'quiet')
  loose = campaignSteps(world, server, 'loose')
})
afterAll(async () => {
  await world?.close()
  await server?.close()
})

const to = (name: string) => `${name}@example.fi`
/** The mails that people of these places get, by place. */
async function sentTo(steps: typeof open, places: readonly string[], name: string, content: object = withBlock()) {
  await steps.people(places.map((store) => ({ email: to(`${name}-${store}`), store })))
  const { templateId } = await steps.template(everywhere, content)
  await steps.created(everywhere, { templateId })
  await steps.send()
  return places.map((store) => steps.mailsTo(to(`${name}-${store}`))[0])
}

describe('figures of the recipient’s place in a mail', () => {
  it('are those of the place in this universe, and left out where too few answered', async () => {
    const [kamppi, lund, solo] = await sentTo(open, ['kamppi', 'lund', 'solo'], 'first')
    expect(kamppi?.text).toMatch(
      /^Kamppi, .*–.*\nNPS: \+?50 \(n = 20\)\nLiked <b>: 75\s?% \(n = 20\)\n10 answers in the last 30 days\n\n/,
    )
    expect(kamppi?.html).toContain('n = 20')
    expect(kamppi?.html).toContain('Liked &lt;b&gt;')
    expect(kamppi?.html).not.toContain('{%')
    for (const said of ['NPS', 'n = ', 'answers in', 'too few']) {
      expect(lund?.text).not.toContain(said)
      expect(lund?.html).not.toContain(said)
    }
    // Nine have answered in ninety days, five in thirty: the count alone is left out.
    expect(solo?.text).toContain('(n = 9)')
    expect(solo?.text).not.toContain('answers in')
  })

  it('are told by five answers at least, however few the survey tells', async () => {
    const [kamppi, lund] = await sentTo(loose, ['kamppi', 'lund'], 'loose', withBlock({ countDays: null }))
    expect(kamppi?.text).not.toContain('NPS')
    expect(lund?.text).toContain('NPS: -100 (n = 5)'.replace('-', '−'))
  })

  it('of a protected survey are those of its groups, of whole periods', async () => {
    const [kamppi, lund] = await sentTo(quiet, ['kamppi', 'lund'], 'quiet', withBlock({ indicators: ['nps'] }))
    expect(kamppi?.text).toMatch(/^Kamppi, .*\nNPS: \+?50 \(n = 20\)\n\d+ answers, .*\n\n/)
    expect(kamppi?.text).not.toContain('last 30 days')
    expect(lund?.text).not.toContain('NPS')
    expect(lund?.text).not.toContain('answers,')
  })

  it('stay those of the version that a campaign was made with', async () => {
    await open.people([{ email: to('version'), store: 'kamppi' }])
    const { templateId } = await open.template(everywhere, withBlock({ indicators: ['liked'], countDays: null }))
    await open.created(everywhere, { templateId })
    const at = `vuejs/templates/change/open/${templateId}`
    const now = (await world.get(everywhere, `vuejs/templates/one/open/${templateId}`)).json() as {
      revision: number
      content: object
    }
    const changed = {
      revision: now.revision,
      title: 'Other',
      content: { ...now.content, ...withBlock({ indicators: ['nps'] }) },
    }
    const { revision } = (await world.post(everywhere, at, changed)).json() as { revision: number }
    expect((await world.post(everywhere, `vuejs/templates/publish/open/${templateId}`, { revision })).statusCode).toBe(
      200,
    )
    await open.send()
    const [mail] = open.mailsTo(to('version'))
    expect(mail?.text).toContain('Liked <b>: 75')
    expect(mail?.text).not.toContain('NPS')
  })

  it('are counted once for all places of a depth, however many people get the mail', async () => {
    const dictionary = await findSurvey(world.stores, world.acme, 'open')
    let asked = 0
    // What the roll-up knows is asked of PostgreSQL alone.
    const counting = <T extends object>(store: T): T =>
      new Proxy(store, {
        get(target, name) {
          const own: unknown = Reflect.get(target, name)
          if (typeof own !== 'function') return own
          return (...given: unknown[]) => {
            asked += 1
            return Reflect.apply(own, target, given)
          }
        },
      })
    const { clickhouse, service } = world.stores
    const stores = { ...world.stores, clickhouse: counting(clickhouse), service: counting(service) }
    const content = { source: '', blocks: [{ ...block, days: 77, countDays: null }] }
    const tree = dictionary.views.get('region')?.tree
    const leaf = (...path: string[]) => [tree?.resolve(path) ?? 0, 0]
    const figures = figuresOf(stores, dictionary, content, Date.now())
    await figures(leaf('fi', 'south', 'kamppi'), 'en')
    const once = asked
    expect(once).toBeGreaterThan(0)
    for (let people = 0; people < 50; people++)
      await figures(leaf('fi', 'south', people % 2 ? 'kamppi' : 'sello'), 'fi')
    expect(asked).toBe(once)
  })
})

describe('a preview with figures', () => {
  const rendered = async (headers: Headers, survey: string, templateId: string, more = '') => {
    const reply = await world.get(headers, `vuejs/templates/render/${survey}/${templateId}?locale=en${more}`)
    return [reply.statusCode, reply.body] as const
  }

  it('says where they are left out, and shows nothing to strangers', async () => {
    for (const [survey, steps] of [
      ['open', open],
      ['quiet', quiet],
    ] as const) {
      const [few, many] = await steps.people([
        { email: to(`few-${survey}`), store: 'lund' },
        { email: to(`many-${survey}`), store: 'kamppi' },
      ])
      const { templateId } = await steps.template(everywhere, withBlock({ indicators: ['nps'] }))
      const [, shown] = await rendered(everywhere, survey, templateId, `&sampleId=${many}`)
      expect(shown).toContain('n = 20')
      expect(shown).not.toContain('too few')
      const [, left] = await rendered(everywhere, survey, templateId, `&sampleId=${few}`)
      expect(left).toContain('too few people of this place answered')
      expect(left).not.toContain('n = ')
      expect(await rendered(await world.stranger(), survey, templateId)).toMatchObject([404, {}])
    }
    const { rows } = await world.stores.service.query(
      `select subject, count(*)::int as n from audit where action = 'figures.view' group by subject`,
    )
    expect(rows).toEqual([{ subject: 'quiet', n: 2 }])
  })

  it('tells nothing to who may not see figures there, and sends none for them', async () => {
    const without = permissions.filter((one): one is Permission => one !== 'seeIndicators')
    const blind = await world.person([], without)
    const [sample] = await open.people([{ email: to('blind'), store: 'kamppi' }])
    const { templateId } = await open.template(everywhere, withBlock())
    const [, shown] = await rendered(blind, 'open', templateId, `&sampleId=${sample}`)
    expect(shown).toContain('you may not see the figures of this place')
    expect(shown).not.toContain('n = ')
    expect((await open.create(blind, { templateId })).statusCode).toBe(403)
    await world.stores.service.query(`update person set email = username || '@example.fi' where email is null`)
    expect((await open.create(blind, { templateId, action: 'test' })).statusCode).toBe(200)
    await open.deliver()
    const test = server.taken.find(({ mail }) => mail.subject?.startsWith('[Test]'))
    expect(test?.mail.text).not.toContain('n = ')
    // Of the whole survey a person of one region sees none, either.
    const south = await world.person(['fi', 'south'])
    expect((await open.create(south, { templateId, path: 'region,all,fi,south' })).statusCode).toBe(200)
    // Nor is it known who comes later, or whose the second template is.
    const continuous = { afterHours: 0, until: null, withPresent: false }
    const later = { templateId, path: 'region,all,fi,south', rules: { ...always, continuous } }
    expect((await open.create(south, later)).json()).toMatchObject({ reason: { key: 'campaign.figures' } })
    const plain = await open.template(everywhere)
    const reminder = { templateId, afterDays: 3, name: 'Reminder' }
    const reminded = { ...later, templateId: plain.templateId, reminder }
    expect((await open.create(south, reminded)).json()).toMatchObject({ reason: { key: 'campaign.figures' } })
    const compared = { templateId: plain.templateId, second: { templateId } }
    expect((await open.create(blind, compared)).json()).toMatchObject({ reason: { key: 'campaign.figures' } })
  })

  it('can be asked for in light and dark, whatever the reader has', async () => {
    const { templateId } = await open.template(everywhere, withBlock())
    const [, dark] = await rendered(everywhere, 'open', templateId, '&look=dark')
    expect(dark).toContain('<meta name="color-scheme" content="dark">')
    expect(dark).not.toContain('prefers-color-scheme')
    expect(dark).toContain('@media (min-width: 0px)')
    const [, light] = await rendered(everywhere, 'open', templateId, '&look=light')
    expect(light).toContain('@media (max-width: 0px)')
    const [, own] = await rendered(everywhere, 'open', templateId)
    expect(own).toContain('@media (prefers-color-scheme: dark)')
  })

  it('finds a block without figures, and one with a figure that is not there', async () => {
    const make = { kind: 'mail', title: 'Faulty' }
    const made = (await world.post(everywhere, 'vuejs/templates/create/open', make)).json() as {
      templateId: string
      revision: number
      content: object
    }
    let { revision } = made
    for (const [more, kind] of [
      [{ indicators: [], countDays: null }, 'noFigures'],
      [{ indicators: ['nonsense'] }, 'indicator'],
    ] satisfies [Partial<FiguresBlock>, string][]) {
      const content = { ...made.content, ...withBlock(more) }
      const reply = await world.post(everywhere, `vuejs/templates/change/open/${made.templateId}`, {
        revision,
        title: 'Faulty',
        content,
      })
      const changed = reply.json() as {
        revision: number
        checks: readonly { kind: string; isFault: boolean }[]
        indicators: object[]
      }
      revision = changed.revision
      expect(changed.checks.filter(({ isFault }) => isFault).map((one) => one.kind)).toEqual([kind])
      expect(changed.indicators).toEqual([
        { id: 'nps', title: 'NPS' },
        { id: 'liked', title: 'Liked <b>' },
      ])
    }
  })
})
