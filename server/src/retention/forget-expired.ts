import type { removedKinds } from '@kaiku/contract/retention.ts'
import type pg from 'pg'
import { blankReplies } from '../alert-reply/forget-replies.ts'
import { record } from '../audit/audit.ts'
import { forgetFileChanges } from '../correction-file/forget-changes.ts'
import { inTransaction, inUniverse } from '../db/postgres.ts'
import { query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { ensureSecret, holdContacts } from '../gone-contact/gone-contact.ts'
import { blankOldRejects } from '../import-log/import-log.ts'
import { type Forgetting, forgetAnswers, hashContacts, nextToForget } from '../interview-change/forget-answers.ts'
import { blankLetters } from '../letter/forget-letters.ts'
import { forgetOldMail } from '../mail/forget-mail.ts'
import { crashPoint } from '../projection/crash-point.ts'
import { renamePeople } from '../protection/forget-releases.ts'
import { forgetPeople } from '../sample/stored-sample.ts'
import { forgetOldSms } from '../sms/sms.ts'
import { forgetFiles } from '../task/task-file.ts'
import * as kept from './kept-row.ts'
import { noteRemoved } from './removal.ts'
import { firstKept, questionsOf, type RetentionRule } from './retention-rule.ts'

type Kind = (typeof removedKinds)[number]

const forgottenAtOnce = 1_000
/** What the lock waits for does not wait for it: a step gives way, and the next try goes on. */
const patience = '500ms'

/**
 * Forgets who people are of whom a survey keeps the figures only, in small steps that each are whole: killed, the next run
 * goes on. `now`: milliseconds since 1970.
 */
export async function forgetExpired(
  stores: Stores,
  survey: Dictionary,
  { contactDays, personalDays }: RetentionRule,
  now: number,
): Promise<void> {
  const removed: Partial<Record<Kind, number>> = {}
  /** Steps of a kind, until one finds nothing; each answers how many it removed. */
  const all = async (what: Kind, most: number, step: (client: pg.PoolClient) => Promise<number>) => {
    for (let last = most; last === most; ) {
      last = await inUniverse(stores.pool, survey.universe, async (client) => {
        const count = await step(client)
        await noteRemoved(client, survey, what, count, now)
        if (count > 0) {
          await forgetFiles(client, survey.universe, survey.survey)
          crashPoint('removed')
        }
        return count
      })
      removed[what] = (removed[what] ?? 0) + last
    }
  }
  if (personalDays !== null) {
    const questions = questionsOf(survey, 'personal')
    const holdsContact = questionsOf(survey, 'contacts').some((id) => questions.includes(id))
    const forgetting = { before: firstKept(survey, personalDays, now), questions, contacts: holdsContact }
    await forgetIn(survey, forgetting, (step) => all('answers', forgottenAtOnce, step))
  }
  if (contactDays !== null) {
    const before = firstKept(survey, contactDays, now)
    const questions = questionsOf(survey, 'contacts')
    await forgetIn(survey, { before, questions, contacts: true }, (step) => all('contacts', forgottenAtOnce, step))
    const { universe } = survey
    const personal = [...questions, ...questionsOf(survey, 'personal')]
    await all('samples', forgottenAtOnce, async (client) => {
      await ensureSecret(client, universe)
      return forgetPeople(client, survey, personal, before, forgottenAtOnce)
    })
    await all('replies', Number.POSITIVE_INFINITY, (client) => blankReplies(client, survey, before))
    await all('letters', Number.POSITIVE_INFINITY, (client) => blankLetters(client, universe, survey.survey, before))
    removed.messages = await forgetMessages(stores, survey, before, now)
    await inUniverse(stores.pool, universe, (client) => blankOldRejects(client, survey, before))
  }
  const counts = Object.entries(removed).filter(([, count]) => count > 0)
  if (counts.length === 0) return
  await record(
    stores,
    { universe: survey.universe, userId: null, name: 'retention', actingAs: null, address: '' },
    {
      action: 'data.erase',
      subject: survey.extName,
      after: Object.fromEntries([...counts, ['contactDays', contactDays], ['personalDays', personalDays]]),
    },
  )
}

/** Takes answers out of interviews; where contacts go, every interview of one is known by its hash from then on. */
async function forgetIn(
  survey: Dictionary,
  forgetting: Forgetting,
  all: (step: (client: pg.PoolClient) => Promise<number>) => Promise<void>,
): Promise<void> {
  if (forgetting.questions.length === 0 && !forgetting.contacts) return
  let behind = '0'
  await all(async (client) => {
    if (forgetting.contacts) {
      await ensureSecret(client, survey.universe)
      await holdContacts(client, survey.survey)
      await client.query(`set local lock_timeout = '${patience}'`)
    }
    const found = await nextToForget(client, survey, forgetting, behind, forgottenAtOnce)
    const numbers = found.map((one) => one.number)
    await forgetAnswers(client, survey, numbers, forgetting.questions)
    await forgetFileChanges(client, survey, numbers, forgetting.questions)
    const contacts = [...new Set(found.flatMap(({ contact }) => contact ?? []))]
    if (forgetting.contacts && contacts.length > 0) {
      await hashContacts(client, survey, contacts)
      await renamePeople(client, survey, contacts)
    }
    behind = numbers.at(-1) ?? behind
    return found.length
  })
}

/** Mails and SMS to people who were asked, which only the service reaches. */
async function forgetMessages(stores: Stores, survey: Dictionary, before: string, now: number): Promise<number> {
  const { universe } = survey
  return inTransaction(stores.service, async (client) => {
    const { rows } = await query(client, { id: text }, `select id from (${kept.messages}) m`, [
      universe,
      survey.survey,
      before,
    ])
    const ids = rows.map(({ id }) => id)
    const count = (await forgetOldMail(client, universe, ids)) + (await forgetOldSms(client, universe, ids))
    await noteRemoved(client, survey, 'messages', count, now)
    if (count > 0) crashPoint('removed')
    return count
  })
}
