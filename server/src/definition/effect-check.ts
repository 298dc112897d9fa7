import type { Definition } from '@kaiku/contract/definition.ts'
import { type Effect, type EffectBlock, personEffectTypes } from '@kaiku/contract/effect-block.ts'
import {
  checkCondition,
  checkEscalation,
  checkHistory,
  checkPath,
  checkTemplate,
  said,
} from '../definition-check/alert-rule-check.ts'
import { type Against, checkKnown, checkUnique } from '../definition-check/question-check.ts'
import type { JsonPlace } from '../fault/json-text.ts'

const file = 'effects.json'
/** What may follow of an alert about a place, and of a sample. */
const ofPlaces: ReadonlySet<string> = new Set(['mail', 'sms', 'webhook'])
const ofSamples: ReadonlySet<string> = new Set(['mail', 'sms', ...personEffectTypes, 'suppress'])
const raises = ({ effects }: EffectBlock) => effects.some(({ type }) => type === 'alert')

/** Effect blocks: what they name has to be there, and nothing that they do may tell of one respondent of a protected survey. */
export function checkEffects(definition: Definition, toAll: Against): void {
  const { effects: blocks, alertRules, views, settings } = definition
  const against: Against = (_, ...fault) => toAll(file, ...fault)
  const ids = blocks.map(({ id }, i) => ({ id, place: ['blocks', i, 'id'] as JsonPlace }))
  checkUnique(against, file, ids)
  const rules = new Set([...alertRules.rules, ...alertRules.placeRules].map(({ id }) => id))
  const raised = new Set([...rules, ...blocks.filter(raises).map(({ id }) => id)])
  blocks.forEach((block, i) => {
    const place = ['blocks', i]
    if (settings.protection) checkProtected(block, place, against)
    if (raises(block) && rules.has(block.id))
      against(file, [...place, 'id'], 'an id that no alert rule has', `"${block.id}"`)
    if (block.event.type === 'alert')
      for (const [at, id] of block.event.rules.entries())
        checkKnown(against, file, [...place, 'event', 'rules', at], 'a rule of alerts', id, raised)
    if (block.event.type !== 'interview' && block.history !== undefined)
      against(file, [...place, 'history'], 'none: only what happens to an interview asks for one', block.event.type)
    checkCondition(definition, block.when, [...place, 'when'], against)
    checkHistory(definition, block.history, [...place, 'history'], against)
    for (const [at, path] of block.places.entries()) checkPath(views, path, [...place, 'places', at], against)
    block.effects.forEach((effect, at) => {
      checkEffect(definition, block, effect, [...place, 'effects', at], against)
    })
    if (block.effects.filter(({ type }) => type === 'alert').length > 1)
      against(file, [...place, 'effects'], 'one alert at most', 'several')
    for (const one of personEffectTypes)
      if (block.effects.filter(({ type }) => type === one).length > 1)
        against(file, [...place, 'effects'], `one "${one}" at most`, 'several')
  })
}

/** Alerts of a protected survey are about places alone, of figures that it has released. */
function checkProtected({ event, script, effects }: EffectBlock, place: JsonPlace, against: Against): void {
  if (event.type !== 'alert')
    against(file, [...place, 'event'], '"alert" in a protected survey: all else tells who answered', `"${event.type}"`)
  if (script !== undefined)
    against(file, [...place, 'script'], 'none in a protected survey: it could tell people apart', 'a script')
  effects.forEach(({ type }, at) => {
    if (!ofPlaces.has(type))
      against(file, [...place, 'effects', at], 'a mail, an SMS or a webhook in a protected survey', `"${type}"`)
  })
}

function checkEffect(
  definition: Definition,
  { event }: EffectBlock,
  effect: Effect,
  place: JsonPlace,
  against: Against,
): void {
  if (event.type === 'sample' && !ofSamples.has(effect.type))
    against(file, place, 'a mail, an SMS, a letter or "suppress" of a sample', `"${effect.type}"`)
  const names = event.type === 'alert' ? new Set([...said, 'alert']) : said
  if (effect.type === 'mail') checkTemplate(definition, effect.subject, [...place, 'subject'], against, names)
  if (effect.type === 'mail' || effect.type === 'sms')
    checkTemplate(definition, effect.text, [...place, 'text'], against, names)
  if (effect.type === 'reply') {
    if (event.type !== 'alert') against(file, place, 'a reply only to what becomes of an alert', `"${event.type}"`)
    const templates = new Set(definition.alertRules.replies.templates.map(({ id }) => id))
    checkKnown(against, file, [...place, 'template'], 'a template of replies', effect.template, templates)
  }
  if (effect.type !== 'alert') return
  if (event.type !== 'interview')
    against(file, place, 'an alert only of what happens to an interview', `"${event.type}"`)
  if (effect.view !== undefined)
    checkKnown(
      ...([against, file, [...place, 'view'], 'a view', effect.view] as const),
      new Set(definition.views.map(({ extName }) => extName)),
    )
  for (const part of ['title', 'description'] as const)
    checkTemplate(definition, effect.alert[part], [...place, 'alert', part], against)
  checkEscalation(effect.escalation, place, against)
}
