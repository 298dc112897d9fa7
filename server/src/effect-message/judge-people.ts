import type { RunReason } from '@kaiku/contract/effect.ts'
import { type EffectBlock, isToPerson, type PersonEffect } from '@kaiku/contract/effect-block.ts'
import type { MessageKind } from '@kaiku/core/campaign.ts'
import type pg from 'pg'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { readGateway } from '../sms/gateway.ts'
import { plainTemplates } from '../template/template.ts'
import { type PersonSubject, readersOf, type WantedMessage } from './person-reader.ts'

/** By what an effect writes. */
export const kindOf: Readonly<Record<PersonEffect['type'], MessageKind>> = {
  personMail: 'mail',
  personSms: 'sms',
  letter: 'letter',
}

/** How an effect asks for somebody to be written to. */
export const wantedBy = (effect: PersonEffect): WantedMessage => ({
  kind: kindOf[effect.type],
  restDays: effect.type === 'letter' ? null : (effect.restDays ?? null),
})

/** An effect that writes to people, and why each of those it was asked of gets no message; null: they get one. */
export type JudgedPeople = { readonly effect: PersonEffect['type']; readonly left: readonly (RunReason | null)[] }

/** Whom the effects of a block that write to people would reach as things stand, of each of these. `now`: milliseconds since 1970. */
export function judgePeople(
  { pool }: Stores,
  dictionary: Dictionary,
  { effects }: EffectBlock,
  subjects: readonly PersonSubject[],
  now: number,
): Promise<readonly JudgedPeople[]> {
  return inUniverse(pool, dictionary.universe, async (client) => {
    const judged: JudgedPeople[] = []
    for (const effect of effects.filter(isToPerson))
      judged.push({ effect: effect.type, left: await judgeOne(client, dictionary, effect, subjects, now) })
    return judged
  })
}

/** People of one statement. */
const atOnce = 1_000

async function judgeOne(
  client: pg.PoolClient,
  dictionary: Dictionary,
  effect: PersonEffect,
  subjects: readonly PersonSubject[],
  now: number,
): Promise<readonly (RunReason | null)[]> {
  const missing = await whyUnsendable(client, dictionary, effect)
  if (missing !== null) return subjects.map(() => missing)
  const judged: (RunReason | null)[] = []
  for (let at = 0; at < subjects.length; at += atOnce) {
    const readers = await readersOf(client, dictionary, subjects.slice(at, at + atOnce), wantedBy(effect), now)
    judged.push(...readers.map((one) => (typeof one === 'string' ? one : null)))
  }
  return judged
}

async function whyUnsendable(
  client: pg.PoolClient,
  dictionary: Dictionary,
  { type, template }: PersonEffect,
): Promise<RunReason | null> {
  const kind = kindOf[type]
  if (!(await plainTemplates(client, dictionary, kind, template)).has(template)) return noTemplate[kind]
  return kind === 'sms' && !(await readGateway(client, dictionary.universe)) ? 'noGateway' : null
}
const noTemplate = { mail: 'noTemplate', sms: 'noTemplate', letter: 'noLetter' } as const
