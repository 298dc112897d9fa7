import { componentSchemas, type PropertySchema } from '@kaiku/contract/component-schema.ts'
import type { Survey } from '@kaiku/contract/survey.ts'
import type { WrittenComponent } from './page-edit.ts'

type Kind =
  | { readonly kind: 'grouping'; readonly periods: boolean }
  | { readonly kind: 'localised' | 'filter' | 'text' | 'sql' | 'titles' | 'indicator' | 'indicators' }
  | { readonly kind: 'tick' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
  | { readonly kind: 'question' | 'questions'; readonly types: readonly string[] }

/** One thing a component may say. */
export type FormField = Kind & {
  readonly name: string
  readonly required: boolean
  /** What holds where nothing is said; undefined: the component decides. */
  readonly initial: unknown
}

/** What is asked for while reading, and never written on a page. */
const unwritten = new Set(['type', 'after', 'search', 'sort', 'starred', 'width', 'league'])

/** What any component may say stands last, but for its title. */
const shared = ['filter', 'minimumN']
const rank = (name: string) => shared.indexOf(name)

/** Everything a type of component may say, its own things in the order of the contract. */
export function formOf(type: string): readonly FormField[] {
  const schema = componentSchemas.get(type)
  const properties = Object.entries(schema?.properties ?? {}).sort(([a], [b]) => rank(a) - rank(b))
  return properties.flatMap(([name, property]) => {
    const kind = unwritten.has(name) ? null : kindOf(name, property)
    const required = schema?.required.includes(name) === true
    return kind === null ? [] : [{ ...kind, name, required, initial: property.default }]
  })
}

/** The control that fits a property; null: it is written in the file alone. */
function kindOf(name: string, property: PropertySchema): Kind | null {
  const { $ref = '', type, items } = property
  if ($ref.endsWith('/Localised')) return { kind: 'localised' }
  if ($ref.endsWith('Grouping')) return { kind: 'grouping', periods: $ref.endsWith('/MapGrouping') }
  if (name === 'filter') return { kind: 'filter' }
  if (type === 'boolean') return { kind: 'tick' }
  if (type === 'integer') return { kind: 'number', least: property.minimum ?? 0, most: property.maximum ?? 1_000_000 }
  if (items?.names === 'indicator') return { kind: 'indicators' }
  if (items?.names === 'question') return { kind: 'questions', types: items.types }
  if (items?.$ref?.endsWith('/Localised')) return { kind: 'titles' }
  if (type === 'array') return null
  if (property.language === 'sql') return { kind: 'sql' }
  if (property.names === 'indicator') return { kind: 'indicator' }
  if (property.names === 'question') return { kind: 'question', types: property.types }
  const values = valuesOf(property)
  return values.length > 0 ? { kind: 'choice', values } : { kind: 'text' }
}

const valuesOf = ({ enum: values, const: only, anyOf }: PropertySchema): readonly string[] =>
  values ?? (only === undefined ? (anyOf ?? []).flatMap(valuesOf) : [only])

type Known = Pick<Survey, 'questions' | 'indicators'>

export const questionsFor = ({ questions }: Pick<Known, 'questions'>, types: readonly string[]) =>
  questions.filter((question) => types.length === 0 || types.includes(question.type))

/** A new component of a type that shows something at once. Null: the survey has nothing that it needs. */
export function newComponent(type: string, survey: Known, text: string): WrittenComponent | null {
  const written: Record<string, unknown> = { type }
  const used = new Set<unknown>()
  for (const field of formOf(type).filter(({ required }) => required)) {
    const value = firstOf(field, survey, text, used)
    if (value === undefined) return null
    used.add(JSON.stringify(value))
    written[field.name] = value
  }
  return written
}

/** Few groups are read at a glance, and every table has room for them. */
const mostGroups = 12

/** Questions whose answers make groups that fit into a table, those with the fewest first. */
const groupingQuestions = (survey: Pick<Known, 'questions'>) =>
  questionsFor(survey, ['scale', 'number', 'choice', 'multiple'])
    .flatMap(({ id, groups }) => (groups !== null && groups > 1 && groups <= mostGroups ? [{ id, groups }] : []))
    .sort((a, b) => a.groups - b.groups)
    .map(({ id }) => ({ question: id }))

function firstOf(field: FormField, survey: Known, text: string, used: ReadonlySet<unknown>): unknown {
  const unused = (values: readonly unknown[]) => values.find((value) => !used.has(JSON.stringify(value)))
  switch (field.kind) {
    case 'localised':
    case 'text':
      return text
    case 'grouping': {
      const questions = groupingQuestions(survey)
      return unused(questions.length > 1 ? questions : ['children', ...questions])
    }
    case 'question':
      return unused(questionsFor(survey, field.types).map(({ id }) => id))
    case 'questions':
      return questionsFor(survey, field.types).length === 0
        ? undefined
        : questionsFor(survey, field.types)
            .slice(0, 8)
            .map(({ id }) => id)
    case 'indicator':
      return survey.indicators[0]?.id
    case 'indicators':
      return survey.indicators.slice(0, 1).map(({ id }) => id)
    case 'choice':
      return field.values[0]
    case 'number':
      return field.least
    case 'tick':
      return false
    case 'sql':
      return 'select interview_place, count(*) as n\nfrom interviews\ngroup by all\norder by n desc'
    case 'filter':
    case 'titles':
      return undefined
  }
}
