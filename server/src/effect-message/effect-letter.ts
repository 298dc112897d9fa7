import type { RunReason } from '@kaiku/contract/effect.ts'
import type { Effect } from '@kaiku/contract/effect-block.ts'
import { type Localised, localise } from '@kaiku/core/localised.ts'
import type pg from 'pg'
import { localeOf } from '../campaign-message/message-sender.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { gatherLetter } from '../letter/letter-batch.ts'
import { fieldsFor } from '../message/recipient-fields.ts'
import { plainTemplates } from '../template/template.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import { type PersonSubject, readersOf } from './person-reader.ts'

type Letter = Extract<Effect, { type: 'letter' }>
type Run = PersonSubject & {
  readonly id: string
  readonly block: string
  readonly blockTitle: Localised
  readonly asked: Letter
}

const byLetter = { kind: 'letter', restDays: null } as const

/**
 * Puts the letter of an effect to the others of its block and day, in the client’s transaction; its id is that of the run,
 * so there is one at most. Answers the id, or why there is none.
 */
export async function letterEffect(
  client: pg.PoolClient,
  dictionary: Dictionary,
  { id, block, blockTitle, asked, interview, sample }: Run,
  publicUrl: string,
  now: number,
): Promise<readonly string[] | RunReason> {
  const template = (await plainTemplates(client, dictionary, 'letter', asked.template)).get(asked.template)
  if (!template) return 'noLetter'
  const [reader = 'gone'] = await readersOf(client, dictionary, [{ interview, sample }], byLetter, now)
  if (typeof reader === 'string') return reader
  const { title } = await readUniverse(client, dictionary.universe)
  const own = dictionary.definition.settings.locale
  const locale = localeOf(dictionary, reader.locale)
  const fields = fieldsFor(dictionary, locale, title, reader, { link: '', unsubscribe: '' })
  const called = { id: block, title: localise(blockTitle, own, own) }
  const letter = { id, block: called, template, sample: reader, interview, locale, fields, publicUrl }
  await gatherLetter(client, dictionary, letter, now)
  return [id]
}
