import type { AlertRule } from '@kaiku/contract/alert-rule.ts'
import type { Definition } from '@kaiku/contract/definition.ts'
import type { EffectBlock } from '@kaiku/contract/effect-block.ts'

/** An alert rule is an effect block whose effect is an alert: the rules of such blocks stand among the others, by the ids of their blocks. */
export const withBlockRules = (definition: Definition): Definition => {
  const rules = definition.effects.flatMap(blockRule)
  if (rules.length === 0) return definition
  const { alertRules } = definition
  return Object.assign({}, definition, {
    alertRules: Object.assign({}, alertRules, { rules: [...alertRules.rules, ...rules] }),
  })
}

/** None where the block is off, or raises none. */
function blockRule({ id, title, isOn, event, when, script, places, history, effects }: EffectBlock): AlertRule[] {
  if (!isOn || event.type !== 'interview') return []
  return effects.flatMap((effect): AlertRule[] => {
    if (effect.type !== 'alert') return []
    const { type: _, ...raised } = effect
    return [Object.assign({ id, title, on: event.on, when, script, places, history }, raised)]
  })
}
