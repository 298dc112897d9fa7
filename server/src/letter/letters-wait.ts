import { dayIn } from '@kaiku/core/day.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import type pg from 'pg'
import type { RecurringWork } from '../background-work/recurring-work.ts'
import { inTransaction } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { putMail } from '../mail/mail.ts'
import { writeMail } from '../mail/mail-text.ts'
import { holdersOf } from '../role/holder.ts'
import { type SignedInViewer, viewerNow } from '../session/who.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { surveysToTell, takeUntold } from './letter.store.ts'
import { fetchableBatch } from './letter-archive.ts'

/** In the morning, in the universe’s zone. */
const hour = 7

/**
 * Tells who may have them made of letters of effects that wait since a day before: each batch once, all of a survey in one
 * mail. `publicUrl`: where Kaiku is reached.
 */
export const lettersWait = (publicUrl: string): RecurringWork => ({
  name: 'waiting letters',
  of: 'universe',
  when: { hour },
  run: async ({ stores, universe, now, stopped }) => {
    for (const survey of await surveysToTell(stores.service, universe)) {
      stopped.throwIfAborted()
      await tellOfSurvey(stores, await surveyByNumber(stores, survey), publicUrl, now)
    }
    return null
  },
})

async function tellOfSurvey(stores: Stores, dictionary: Dictionary, publicUrl: string, now: number): Promise<void> {
  const holders = await holdersOf(stores, dictionary, 'sendCampaigns')
  const people = [...new Set(holders.map(({ userId }) => userId))]
  const found = await Promise.all(people.map((id) => viewerNow(stores, id, dictionary.universe)))
  const viewers = found.flatMap((one) => one ?? [])
  // That they were told and the mails are one transaction: nobody is told twice.
  await inTransaction(stores.service, async (client) => {
    const batches = await takeUntold(client, dictionary, dayIn(dictionary.definition.settings.timeZone, now))
    for (const viewer of viewers) {
      let letters = 0
      for (const batch of batches) if (await mayMake(client, viewer, dictionary, batch.id)) letters += batch.letters
      if (letters > 0) await tell(client, viewer, dictionary, letters, publicUrl)
    }
  })
}

async function mayMake(
  client: pg.PoolClient,
  { who }: SignedInViewer,
  dictionary: Dictionary,
  batch: string,
): Promise<boolean> {
  try {
    await fetchableBatch(client, who, dictionary, batch)
    return true
  } catch (error) {
    if (error instanceof Fault) return false
    throw error
  }
}

async function tell(
  client: pg.PoolClient,
  { person, universe }: SignedInViewer,
  { extName: survey }: Dictionary,
  letters: number,
  publicUrl: string,
): Promise<void> {
  if (!person.email) return
  const link = new URL(pathTo('campaigns', { survey }, { universe: universe.name }), publicUrl).href
  const values = { name: person.givenName || person.username, survey, n: String(letters), link }
  await putMail(client, person.email, writeMail('lettersWait', person.locale, values))
}
