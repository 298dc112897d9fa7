import type { EffectBlock } from '@kaiku/contract/effect-block.ts'
import type pg from 'pg'
import { type Happened, met, type Trigger } from '../alert-rule/trigger.ts'
import type { ConditionScripts } from '../condition-script/condition-script.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { Asked } from './asked-effect.ts'

type EventType = EffectBlock['event']['type']
export type BlockOn<T extends EventType> = EffectBlock & { readonly event: Extract<EffectBlock['event'], { type: T }> }

const isOn =
  <T extends EventType>(type: T) =>
  (block: EffectBlock): block is BlockOn<T> =>
    block.isOn && block.event.type === type

/** The blocks of a survey that answer to a type of event. In a protected survey nothing answers to single interviews. */
export const blocksOn = <T extends EventType>({ definition }: Dictionary, type: T): readonly BlockOn<T>[] =>
  definition.settings.protection && type !== 'alert' ? [] : definition.effects.filter(isOn(type))

export type BlockTrigger = Trigger & { readonly block: EffectBlock }

/** What a block asks of interviews, as a rule of alerts asks it; a timer looks at all that are there. */
export const triggerOf = (block: EffectBlock): BlockTrigger => ({
  block,
  on: block.event.type === 'interview' ? block.event.on : ['completed', 'corrected'],
  when: block.when,
  script: block.script,
  places: block.places,
  history: block.history,
})

/** Which blocks ask for their effects on interviews to which something happened. */
export async function judgeBlocks(
  client: pg.Pool | pg.PoolClient,
  dictionary: Dictionary,
  blocks: readonly EffectBlock[],
  happened: readonly Happened[],
  scripts: ConditionScripts,
): Promise<Asked[]> {
  const candidates = await met(client, dictionary, blocks.map(triggerOf), happened, scripts)
  return candidates.map(({ rule: { block }, interview: { number } }) => ({
    block,
    subject: number,
    interview: number,
    alert: null,
    sample: null,
  }))
}
