import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { actorOf, record } from '../audit/audit.ts'
import { binder } from '../db/bind.ts'
import { inUniverse } from '../db/postgres.ts'
import { numbers, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { KeptLetter } from '../letter-text/letter-text.ts'
import { seesPerson } from '../sample-list/shown-sample.ts'
import { scopeOf } from '../selection/scope.ts'
import { scopeCondition } from '../selection/scope-condition.ts'
import { keepOnce, takeOnce } from '../session/ticket.ts'
import { newToken } from '../session/token.ts'
import { viewerNow } from '../session/who.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { anyTask } from '../task/task.ts'
import { pieces } from '../task/task-file.ts'
import { readBatch, readLetter } from './letter.store.ts'
import { fetchableBatch } from './letter-archive.ts'
import { letterMaker } from './letter-maker.ts'

type What = 'letterrender' | 'letterbatch'
type Once = { readonly survey: string; readonly id: string; readonly ticket: string }
type File = { readonly name: string; readonly type: string; readonly content: Readable }

/** Minutes within which a download begins. */
const patience = 5
const hashOf = (what: What, ticket: string, id: string) =>
  createHash('sha256').update(`${what} ${ticket} ${id}`).digest()

/** An address that opens a letter or a batch once, for whoever may have it. */
async function ticketFor(
  stores: Stores,
  who: Viewer,
  { extName }: Dictionary,
  what: What,
  id: string,
): Promise<string> {
  const ticket = newToken()
  await keepOnce(stores.service, hashOf(what, ticket, id), what, who.userId, patience, who.universe)
  return `/api/vuejs/reports/${what}/${encodeURIComponent(extName)}/${id}/${ticket}`
}

/** Whose ticket it is, in the survey that they name; it is used up. Throws Fault `not_found` for one that is old. */
async function useTicket(stores: Stores, what: What, { survey, id, ticket }: Once) {
  const kept = await takeOnce(stores.service, hashOf(what, ticket, id), what)
  const viewer = kept && (await viewerNow(stores, kept.person, kept.universe))
  if (!viewer) throw refuse('not_found', 'link.old')
  const { who } = viewer
  return { who, dictionary: await permittedSurvey(stores, who, survey, 'sendCampaigns') }
}

/** Throws Faults for letters that the viewer may not have, and where there is no file of them now. */
export async function ticketForBatch(stores: Stores, who: Viewer, dictionary: Dictionary, id: string): Promise<string> {
  await fileOfBatch(stores, who, dictionary, id)
  return ticketFor(stores, who, dictionary, 'letterbatch', id)
}

async function fileOfBatch(stores: Stores, who: Viewer, dictionary: Dictionary, id: string) {
  const batch = await inUniverse(stores.pool, dictionary.universe, (client) =>
    fetchableBatch(client, who, dictionary, id),
  )
  const task = batch.task === null ? null : await anyTask(stores, batch.task)
  if (task?.fileName == null || task.fileType === null) throw refuse('not_found', 'report.expired')
  return { task: task.id, name: task.fileName, type: task.fileType, campaign: batch.name }
}

export async function fetchBatch(stores: Stores, asked: Once, address: string): Promise<File> {
  const { who, dictionary } = await useTicket(stores, 'letterbatch', asked)
  const { task, name, type, campaign } = await fileOfBatch(stores, who, dictionary, asked.id)
  await record(stores, actorOf(who, address), {
    action: 'data.export',
    subject: dictionary.extName,
    after: { letters: asked.id, campaign, file: name },
  })
  return { name, type, content: pieces(stores.service, dictionary.universe, task) }
}

/** Throws Fault `not_found` for a letter to somebody whom the viewer may not write to. */
export async function ticketForLetter(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  id: string,
): Promise<string> {
  await leavesOfLetter(stores, who, dictionary, id)
  return ticketFor(stores, who, dictionary, 'letterrender', id)
}

async function leavesOfLetter({ pool }: Stores, who: Viewer, dictionary: Dictionary, id: string) {
  const { values, bind } = binder()
  const scope = scopeCondition(scopeOf(who, dictionary, 'sendCampaigns'), bind, 's.leaves')
  const { rows } = await inUniverse(pool, dictionary.universe, (client) =>
    query(
      client,
      { leaves: numbers, batch: text },
      `select s.leaves, l.batch from letter l join sample s on (s.universe, s.survey, s.id) = (l.universe, l.survey, l.sample)
       where l.universe = ${bind(dictionary.universe)} and l.survey = ${bind(dictionary.survey)} and l.id = ${bind(id)}
         and ${scope}`,
      values,
    ),
  )
  const [found] = rows
  if (!found) throw new Fault('not_found', 'There is no such letter.')
  return found
}

/** One letter as it was sent; who may not know its reader sees neither them nor what opens their form. */
export async function fetchLetter(stores: Stores, asked: Once, address: string, signal: AbortSignal): Promise<File> {
  const { who, dictionary } = await useTicket(stores, 'letterrender', asked)
  const { leaves, batch: batchId } = await leavesOfLetter(stores, who, dictionary, asked.id)
  const { universe } = dictionary
  const [batch, letter] = await Promise.all([
    readBatch(stores.service, universe, batchId),
    readLetter(stores.service, universe, asked.id),
  ])
  if (!batch || !letter) throw new Fault('not_found', 'There is no such letter.')
  const isKnown = seesPerson(who, dictionary, { leaves: [...leaves] })
  const maker = await letterMaker(stores, batch)
  const { pdf } = await maker.set([isKnown ? letter.kept : masked(letter.kept)], signal)
  if (isKnown)
    await record(stores, actorOf(who, address), {
      action: 'contact.view',
      subject: dictionary.extName,
      after: { letter: asked.id },
    })
  return { name: `${asked.id}.pdf`, type: 'application/pdf', content: Readable.from([Buffer.from(pdf)]) }
}

const hidden = '•••'
/** Values that are the same for everybody. */
const open: readonly string[] = ['place', 'survey', 'universe']

function masked(kept: KeptLetter): KeptLetter {
  const fields = Object.fromEntries(
    Object.entries(kept.fields).map(([field, value]) => [
      field,
      open.includes(field)
        ? value
        : typeof value === 'string'
          ? hidden
          : Object.fromEntries(Object.keys(value).map((one) => [one, hidden])),
    ]),
  )
  const link = new URL('/a', kept.link).href
  return Object.assign({}, kept, { address: [hidden], fields, code: hidden.repeat(2), link })
}
