import { namesIn } from '@kaiku/contract/component-schema.ts'
import type { Definition } from '@kaiku/contract/definition.ts'
import type { Effect, EffectBlock } from '@kaiku/contract/effect-block.ts'
import type { EditedQuestion } from '@kaiku/contract/question-change.ts'
import { parseToken } from '@kaiku/core/filter-token.ts'
import type { Localised, Translate } from '@kaiku/core/localised.ts'

type Use = EditedQuestion['uses'][number]
type Part = {
  readonly place: Use['place']
  readonly id: string
  readonly title: Localised
  readonly names: Iterable<string>
}

/** Where each question of a definition is used, by its id. */
export function questionUses(definition: Definition, translate: Translate): ReadonlyMap<string, readonly Use[]> {
  const found = new Map<string, Map<string, Use>>()
  for (const { place, id, title, names } of partsOf(definition))
    for (const name of new Set(names)) {
      const own = found.get(name) ?? new Map<string, Use>()
      own.set(`${place} ${id}`, { place, id, title: translate(title) || id })
      found.set(name, own)
    }
  return new Map([...found].map(([name, uses]) => [name, [...uses.values()]]))
}

/** What of a definition names questions, and which. */
function partsOf(definition: Definition): readonly Part[] {
  const { indicators, views, filters, pages, alertRules, effects, forms, imports, settings } = definition
  // What a time filter looks at where it names no question.
  const dates = definition.questions.filter(({ roles }) => roles.includes('date')).map(({ id }) => id)
  const questionOf = new Map(
    [...filters.standard.filterGroups, ...filters.time.filterGroups]
      .flatMap((group) => group.filters)
      .map((filter) => [filter.extName, filter.question]),
  )
  const inToken = (token: string) => filtersIn(token).flatMap((filter) => questionOf.get(filter) ?? [])
  const conditionsOf = ({ when, script, history }: Pick<EffectBlock, 'when' | 'script' | 'history'>) => [
    ...inToken(when),
    ...inToken(history?.when ?? ''),
    ...namesInScript(script ?? ''),
  ]
  const blocks = new Set(effects.map(({ id }) => id))
  return [
    ...indicators.map(
      (one): Part => ({
        place: 'indicator',
        id: one.id,
        title: one.title,
        names: one.measure === 'rate' ? [...inToken(one.of), ...inToken(one.among)] : saidIn(one),
      }),
    ),
    ...views.map(
      (one): Part => ({
        place: 'view',
        id: one.extName,
        title: one.title,
        names: 'levels' in one ? saidIn(one.levels) : [one.key],
      }),
    ),
    ...(['standard', 'time'] as const).flatMap((set) =>
      filters[set].filterGroups
        .flatMap((group) => group.filters)
        .map(
          (one): Part => ({
            place: 'filter',
            id: one.extName,
            title: one.title,
            names: one.question === undefined && set === 'time' ? dates : saidIn(one),
          }),
        ),
    ),
    ...pages.map(
      (one): Part => ({
        place: 'page',
        id: one.extname,
        title: one.title,
        names: one.components.flatMap((component) => [
          ...namesIn(component).flatMap(({ names, name }) => (names === 'question' ? [name] : [])),
          ...(component.filter === undefined ? [] : inToken(component.filter)),
        ]),
      }),
    ),
    // Blocks whose effect is an alert stand among the rules, too.
    ...alertRules.rules
      .filter(({ id }) => !blocks.has(id))
      .map(
        (one): Part => ({
          place: 'alertRule',
          id: one.id,
          title: one.title,
          names: [...conditionsOf(one), ...[one.alert.title, one.alert.description].flatMap(namesInTemplate)],
        }),
      ),
    ...effects.map(
      (one): Part => ({
        place: 'effect',
        id: one.id,
        title: one.title,
        names: [...conditionsOf(one), ...one.effects.flatMap(textsOf).flatMap(namesInTemplate)],
      }),
    ),
    ...forms.map((one): Part => ({ place: 'form', id: one.id, title: one.title, names: saidIn(one) })),
    ...imports.map((one): Part => ({ place: 'import', id: one.name, title: one.name, names: saidIn(one) })),
    { place: 'setting', id: 'settings', title: '', names: [...saidIn(settings), ...inToken(settings.startFilter)] },
  ]
}

/** What an effect says, with answers in braces. */
function textsOf(effect: Effect): readonly Localised[] {
  if (effect.type === 'mail') return [effect.subject, effect.text]
  if (effect.type === 'sms') return [effect.text]
  return effect.type === 'alert' ? [effect.alert.title, effect.alert.description] : []
}

const filtersIn = (token: string): readonly string[] => {
  const read = parseToken(token)
  return read.ok ? [...read.value.keys()] : []
}

/** `answers.nps` and `answers["nps"]` read an answer. */
const namesInScript = (script: string): readonly string[] =>
  [...script.matchAll(/\banswers(?:\.([\w$]+)|\[["']([^"']+)["']\])/g)].flatMap(
    ([, plain, quoted]) => plain ?? quoted ?? [],
  )

/** `{nps}` stands for an answer; whatever else stands in braces is no question. */
const namesInTemplate = (template: Localised): readonly string[] =>
  (typeof template === 'string' ? [template] : Object.values(template)).flatMap((text) =>
    [...text.matchAll(/\{([\w.-]+)\}/g)].flatMap(([, name]) => name ?? []),
  )

/** Members that name a question, several, or hold something by the names of questions. */
const single = new Set(['question', 'consent', 'device', 'duration'])
const several = new Set(['questions', 'matrix', 'given'])
const byName = new Set(['constants', 'fixed'])

/** Every question that a block names. */
function saidIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(saidIn)
  return Object.entries(value).flatMap(([key, own]: [string, unknown]) => {
    if (single.has(key) && typeof own === 'string') return [own]
    if (several.has(key) && Array.isArray(own))
      return own.flatMap((one) => (typeof one === 'string' ? [one] : saidIn(one)))
    if (byName.has(key) && typeof own === 'object' && own !== null) return Object.keys(own)
    // Conditions of forms are about the questions themselves.
    if (key === 'when' && typeof own === 'string') return [...filtersIn(own)]
    return saidIn(own)
  })
}
