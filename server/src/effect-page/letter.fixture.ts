import { randomUUID } from 'node:crypto'
import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { LetterBatch, letterCalls } from '@kaiku/contract/letter.ts'
import type { Template } from '@kaiku/contract/template.ts'
import type { SampleReason, SampleState } from '@kaiku/core/sample-state.ts'
import JSZip from 'jszip'
import { WorkLanes } from '../background-work/work-lanes.ts'
import { inUniverse } from '../db/postgres.ts'
import { readPdf } from '../document/read-pdf.fixture.ts'
import { letterWorker } from '../letter/letter-work.ts'
import { insertSamples } from '../sample/store-samples.ts'
import { findSurvey } from '../survey/survey.ts'
import { runTasks, taskQueue } from '../task/task-work.ts'
import type { EffectWorld } from './effect.fixture.ts'

type Headers = { authorization: string }
type Archive = ReplyOf<(typeof letterCalls)['archive']>
export type LetterPerson = {
  readonly contact: string
  readonly name?: string
  /** Null: no address is known. */
  readonly street?: string | null
  readonly email?: string | null
  readonly phone?: string | null
  readonly state?: SampleState
  readonly reason?: SampleReason | null
  readonly place?: readonly string[]
}

const rethrow = (error: unknown) => {
  throw error
}

/** What is done with letters in a world of effects. */
export function letterSteps(world: EffectWorld) {
  const { stores, acme } = world
  const call = async (headers: Headers, method: 'GET' | 'POST', url: string, payload?: object) =>
    world.app.inject({ method, headers, url: `/api/${url}`, ...(payload === undefined ? {} : { payload }) })
  const told = async <T>(headers: Headers, method: 'GET' | 'POST', url: string, payload?: object): Promise<T> => {
    const reply = await call(headers, method, url, payload)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json() as T
  }
  const post = (headers: Headers, url: string, payload: object = {}) => call(headers, 'POST', url, payload)
  return {
    call,
    post,
    /** People of the sample; their ids. */
    async people(people: readonly LetterPerson[]): Promise<readonly string[]> {
      const dictionary = await findSurvey(stores, acme, 'visits')
      const tree = dictionary.views.get('region')?.tree
      const contacts = people.map(({ contact }) => contact)
      await inUniverse(stores.pool, acme, (client) =>
        insertSamples(
          client,
          dictionary,
          people.map(
            ({
              contact,
              name = contact,
              street = 'Tie 1',
              email = contact,
              phone = null,
              state = 'pending',
              reason = null,
              place,
            }) => ({
              ...{ externalId: randomUUID(), contact, name, email, phone, locale: null, timeZone: null },
              ...{ street, postcode: '00100', town: 'Helsinki', country: null, state, reason, background: {} },
              leaves: [tree?.resolve(place ?? ['fi', 'south', 'kamppi']) ?? 0, 0],
            }),
          ),
          { person: null, bulk: null },
        ),
      )
      const { rows } = await stores.service.query<{ id: string; contact: string }>(
        'select id, contact from sample where contact = any($1)',
        [contacts],
      )
      return contacts.map((contact) => rows.find((row) => row.contact === contact)?.id ?? '')
    },
    /** A published letter that leads to no form. */
    async template(headers: Headers, title: string, content: object = {}): Promise<Template> {
      const made = await told<Template>(headers, 'POST', 'vuejs/templates/create/visits', { kind: 'letter', title })
      const plain = { hasCode: false, body: 'Dear {{ name }}, thank you for your answers.', sender: 'Kaiku, Tie 9' }
      const changed = await told<Template>(headers, 'POST', `vuejs/templates/change/visits/${made.templateId}`, {
        ...{ revision: made.revision, title, content: { ...made.content, ...plain, ...content } },
      })
      return told(headers, 'POST', `vuejs/templates/publish/visits/${made.templateId}`, { revision: changed.revision })
    },
    /** A published mail or SMS that leads to no form. */
    async message(headers: Headers, kind: 'mail' | 'sms', title: string, content: object = {}): Promise<Template> {
      const made = await told<Template>(headers, 'POST', 'vuejs/templates/create/visits', { kind, title })
      const text = { kind: 'text', text: 'Thank you, {{ name }}. [No more]({{ unsubscribe }})' }
      const plain =
        kind === 'mail'
          ? { subject: 'Thanks {{ firstName }}', preheader: '', blocks: [text] }
          : { text: 'Thank you, {{ name }}. Reply STOP for no more.' }
      const changed = await told<Template>(headers, 'POST', `vuejs/templates/change/visits/${made.templateId}`, {
        ...{ revision: made.revision, title, content: { ...made.content, ...plain, ...content } },
      })
      return told(headers, 'POST', `vuejs/templates/publish/visits/${made.templateId}`, { revision: changed.revision })
    },
    archive: (headers: Headers, query = '', path = 'region,all') =>
      told<Archive>(headers, 'GET', `vuejs/reports/lettersarchive/visits/${encodeURIComponent(path)}?${query}`),
    make: (headers: Headers, batch: string) => post(headers, `vuejs/reports/letterbatchagain/visits/${batch}`),
    /** Makes the files that were asked for. */
    async print() {
      const lanes = new WorkLanes(taskQueue.limits, rethrow)
      const { signal } = new AbortController()
      while ((await runTasks(stores, [letterWorker], rethrow, lanes, signal)) > 0) await lanes.allEnd()
    },
    /** What a printer gets. */
    async taken(headers: Headers, { batchId }: Pick<LetterBatch, 'batchId'>) {
      const { address } = await told<{ address: string }>(
        ...([headers, 'POST', `vuejs/reports/letterbatchticket/visits/${batchId}`, {}] as const),
      )
      const zip = await JSZip.loadAsync((await world.app.inject({ url: address })).rawPayload)
      const pdf = await zip.file('letters-001.pdf')?.async('uint8array')
      const list = (await zip.file('addresses.csv')?.async('string')) ?? ''
      return { pages: (await readPdf(pdf ?? new Uint8Array())).pages, lines: list.trim().split('\r\n').slice(1) }
    },
  }
}
