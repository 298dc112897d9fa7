import type { RunReason } from '@kaiku/contract/effect.ts'
import type { Effect, EffectBlock } from '@kaiku/contract/effect-block.ts'
import { type Localised, localise } from '@kaiku/core/localised.ts'
import type pg from 'pg'
import { localeOf } from '../campaign-message/message-sender.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { gatherLetter } from '../letter/letter-batch.ts'
import { fieldsFor } from '../message/recipient-fields.ts'
import { lettersToAnybody } from '../template/template.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import { type LetterSubject, readersOf } from './letter-reader.ts'

type Letter = Extract<Effect, { type: 'letter' }>
type Run = LetterSubject & {
  readonly id: string
  readonly block: string
  readonly blockTitle: Localised
  readonly asked: Letter
}

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
  const template = (await lettersToAnybody(client, dictionary, asked.template)).get(asked.template)
  if (!template) return 'noLetter'
  const [reader = 'gone'] = await readersOf(client, dictionary, [{ interview, sample }], now)
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

/** People of one statement. */
const atOnce = 1_000

/** Why a block would write no letter about each of these, null: it would; undefined where it writes none at all. */
export async function judgeLetters(
  { pool }: Stores,
  dictionary: Dictionary,
  block: EffectBlock,
  subjects: readonly LetterSubject[],
  now: number,
): Promise<readonly (RunReason | null)[] | undefined> {
  const letter = block.effects.find((one) => one.type === 'letter')
  if (!letter) return undefined
  return inUniverse(pool, dictionary.universe, async (client) => {
    const isThere = (await lettersToAnybody(client, dictionary, letter.template)).has(letter.template)
    if (!isThere) return subjects.map(() => 'noLetter' as const)
    const judged: (RunReason | null)[] = []
    for (let at = 0; at < subjects.length; at += atOnce) {
      const readers = await readersOf(client, dictionary, subjects.slice(at, at + atOnce), now)
      judged.push(...readers.map((one) => (typeof one === 'string' ? one : null)))
    }
    return judged
  })
}
