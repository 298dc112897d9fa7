import type { RunReason } from '@kaiku/contract/effect.ts'
import { localise } from '@kaiku/core/localised.ts'
import type pg from 'pg'
import { type Due, type Queue, settle, startQueue, takeDue } from '../background-work/queue.ts'
import type { WorkLanes } from '../background-work/work-lanes.ts'
import type { BackgroundJob, Say } from '../background-work/work-loop.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { inTransaction } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { contactIn } from '../dictionary/contact-in.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { letterEffect } from '../effect-message/effect-letter.ts'
import { type Handing, type Later, messageEffect } from '../effect-message/effect-message.ts'
import { giveTags } from '../interview-tag/interview-tag.ts'
import { crashPoint } from '../projection/crash-point.ts'
import { holdBack, saveConsents } from '../sample/consent.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { tellOfEffect } from '../webhook/delivery.ts'
import { mailEffect, smsEffect } from './effect-mail.ts'
import { replyEffect } from './effect-reply.ts'
import { lockEffect, type WaitingEffect } from './effect-subject.ts'

export const effectQueue: Queue = {
  name: 'effects',
  what: 'Effects wait',
  table: 'effect_run',
  // So that who has much to do lets no other universe wait.
  receiver: 'q.universe',
  receivers: `select distinct q.universe as receiver from effect_run q
    where q.state = 'waiting' and q.next_at <= (select now from clock)`,
  limits: { all: 8, universe: 4, receiver: 4 },
  idle: 500,
  failed: 2_000,
  pause: { first: 15, longest: 3_600 },
  rests: true,
  lease: 60,
  mostAttempts: 20,
  taken: `state = 'done', done_at = now()`,
  dead: `state = 'failed', done_at = now()`,
  givenUp: { state: 'failed', again: 'true' },
}

/** Does what blocks ask for, as long as Kaiku runs, in any number of processes. */
export const startEffects = (
  stores: Stores,
  log: Say,
  {
    publicUrl,
    mail: { bounces },
  }: Pick<Configuration, 'publicUrl'> & { readonly mail: Pick<Configuration['mail'], 'bounces'> },
): BackgroundJob =>
  startQueue(stores, effectQueue, log, (lanes, stopped) =>
    doWaiting(stores, { publicUrl, bounces: bounces?.address ?? null }, lanes, stopped),
  )

/** Starts to do the effects whose time has come; how many. */
export async function doWaiting(
  stores: Stores,
  handing: Handing,
  lanes: WorkLanes,
  stopped: AbortSignal,
): Promise<number> {
  const due = await takeDue(stores, effectQueue, lanes)
  for (const one of due) lanes.start(one, () => doOne(stores, handing, one, stopped))
  return due.length
}

/**
 * What an effect does and that it is done are one transaction: wherever this dies, it is done once. Mails and messages of
 * webhooks are put where they wait; who sends them sees to the rest.
 */
async function doOne(stores: Stores, handing: Handing, due: Due, stopped: AbortSignal): Promise<void> {
  try {
    await inTransaction(stores.service, async (client) => {
      const waiting = await lockEffect(client, due.universe, due.id)
      if (!waiting) return
      const done = await doEffect(stores, client, await surveyByNumber(stores, waiting.survey), waiting, handing)
      if ('again' in done) return postpone(client, due, done)
      await client.query(
        `update effect_run set state = $3, reason = $4, messages = $5, done_at = now(), fault = null
         where universe = $1 and id = $2`,
        [due.universe, due.id, done.reason === null ? 'done' : 'nothing', done.reason, done.messages],
      )
      crashPoint('effected')
    })
  } catch (error) {
    await settle(stores, effectQueue, due, { fault: error instanceof Error ? error.message : String(error) }, stopped)
  }
}

/** Nothing was wrong: it waits for its hour. */
async function postpone(client: pg.PoolClient, { universe, id }: Due, { again }: Later): Promise<void> {
  await client.query(
    'update effect_run set next_at = to_timestamp($3::float8 / 1000), attempts = 0 where universe = $1 and id = $2',
    [universe, id, again],
  )
}

type Done = { readonly reason: RunReason | null; readonly messages: readonly string[] }
const done: Done = { reason: null, messages: [] }
const nothing = (reason: RunReason): Done => ({ reason, messages: [] })
const put = (messages: readonly string[] | RunReason): Done =>
  typeof messages === 'string' ? nothing(messages) : { reason: null, messages }

async function doEffect(
  stores: Stores,
  client: pg.PoolClient,
  dictionary: Dictionary,
  waiting: WaitingEffect,
  handing: Handing,
): Promise<Done | Later> {
  const { publicUrl } = handing
  const { asked, universe, survey, number, interviewId, alertId, sampleId } = waiting
  if (number === null && alertId === null && sampleId === null) return nothing('gone')
  // It was none when this was asked for.
  if (dictionary.definition.settings.protection && number !== null) return nothing('gone')
  switch (asked.type) {
    case 'mail':
      return put(await mailEffect(stores, client, dictionary, Object.assign({}, waiting, { asked }), publicUrl))
    case 'sms':
      return put(await smsEffect(stores, client, dictionary, Object.assign({}, waiting, { asked }), publicUrl))
    case 'reply':
      return put(await replyEffect(client, dictionary, Object.assign({}, waiting, { asked })))
    case 'letter': {
      const of = { interview: number, sample: sampleId, asked }
      return put(await letterEffect(client, dictionary, Object.assign({}, waiting, of), publicUrl, Date.now()))
    }
    case 'personMail':
    case 'personSms': {
      const about = [interviewId, alertId].flatMap((id) => id ?? [])
      const of = Object.assign({}, waiting, { interview: number, sample: sampleId, about, asked })
      const message = await messageEffect(stores, client, dictionary, of, handing, Date.now())
      return typeof message === 'object' && 'again' in message ? message : put(message)
    }
    case 'webhook': {
      const { locale } = dictionary.definition.settings
      const told = await tellOfEffect(client, asked.webhook, {
        universe,
        survey,
        interview: alertId === null ? number : null,
        alert: alertId,
        effect: { block: waiting.block, title: localise(waiting.blockTitle, locale, locale) },
      })
      return told === 'told' ? done : nothing(told)
    }
    case 'tag': {
      if (number === null) return nothing('place')
      await giveTags(client, dictionary, number, asked.tags)
      return done
    }
    case 'suppress': {
      if (number === null && sampleId === null) return nothing('place')
      const contact = contactIn(dictionary, waiting.answers ?? {}) ?? waiting.contact
      if (contact === null) return nothing('noContact')
      await saveConsents(client, universe, [contact], 'optedOut', 'program')
      await holdBack(client, universe, [contact])
      return done
    }
    case 'alert':
    case 'points':
      return done
  }
}
