import type { Question } from '@kaiku/contract/question.ts'
import type { metadata } from '@kaiku/contract/survey.ts'
import { csvFile } from '@kaiku/core/csv.ts'
import { type Localised, localise, type Translate } from '@kaiku/core/localised.ts'
import type { z } from 'zod'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { shownIndicators } from '../dictionary/shown-indicator.ts'
import { isPersonal } from '../figure/personal.ts'
import type { VariableCount, VariableCounts } from '../key-driver/variable-count.ts'
import { levelTitlesOf } from '../view/level-title.ts'
import { formulaOf } from './formula.ts'

export type Metadata = z.output<typeof metadata>
type Variable = Metadata['variables'][number]

/** The dictionary of a survey for people, in a locale. Hidden questions are left out. */
export function metadataOf(dictionary: Dictionary, { nInterviews, counts }: VariableCounts, locale: string): Metadata {
  const { definition, extName, loadCount, views } = dictionary
  const { settings, questions, filters, indicators } = definition
  const text: Translate = (localised) => localise(localised, locale, settings.locale)
  const shown = shownIndicators(definition, locale)
  return {
    survey: extName,
    loadCount,
    nInterviews: settings.protection && nInterviews < settings.minimumN ? null : nInterviews,
    variables: questions
      .filter(({ hidden }) => !hidden)
      .map((question) => variableOf(question, counts.get(question.id), text)),
    hierarchies: [...views.values()].map(({ view, tree }) => ({
      extName: view.extName,
      title: text(view.title),
      levels: levelTitlesOf(view).map(text),
      nodes: tree.shown.size,
    })),
    indicators: indicators.flatMap((indicator, i) => {
      const own = shown[i]
      return own ? [{ ...own, formula: formulaOf(definition, indicator, locale) }] : []
    }),
    filters: (['standard', 'time'] as const).flatMap((set) =>
      filters[set].filterGroups.flatMap((group) =>
        group.filters.map(({ extName: name, title, question = null }) => ({
          extName: name,
          question,
          set,
          title: text(title),
        })),
      ),
    ),
  }
}

function variableOf(question: Question, count: VariableCount | undefined, text: Translate): Variable {
  const { id, title, type, roles } = question
  const { nValid = null, nMissing = null, min = null, max = null, codes = null } = count ?? {}
  const missing = new Set(question.missing.map(String))
  const isHidden = isPersonal(question)
  const titles = new Map(titlesOf(question).map(([code, own]) => [code, text(own)]))
  // What identifies a person is described, never listed.
  const met = isHidden || codes === null ? [] : [...codes.keys()]
  const listed = [...new Set([...titles.keys(), ...scaleCodes(question), ...missing, ...met])]
  const all = question.type === 'scale' ? inOrder(listed, missing) : listed
  return {
    id,
    type,
    roles,
    nValid,
    nMissing,
    min: isHidden ? null : min,
    max: isHidden ? null : max,
    title: text(title),
    codes: all.map((code) => ({
      code,
      title: titles.get(code) ?? code,
      missing: missing.has(code),
      n: codes === null || isHidden ? null : (codes.get(code) ?? 0),
    })),
  }
}

function titlesOf(question: Question): (readonly [string, Localised])[] {
  if ('options' in question) return question.options.map(({ code, title }) => [code, title])
  if ('labels' in question) return question.labels.map(({ code, title }) => [String(code), title])
  return []
}

/** Points of a scale from low to high, what is missing after them. */
const inOrder = (codes: readonly string[], missing: ReadonlySet<string>) =>
  codes.toSorted((a, b) => Number(missing.has(a)) - Number(missing.has(b)) || Number(a) - Number(b))

const scaleCodes = (question: Question) =>
  question.type === 'scale'
    ? Array.from({ length: question.max - question.min + 1 }, (_, i) => String(question.min + i))
    : []

const columns = [
  'variable',
  'title',
  'type',
  'roles',
  'code',
  'codeTitle',
  'missing',
  'n',
  'nValid',
  'nMissing',
  'min',
  'max',
]

/** One line per code of each variable, and one for a variable without codes. */
export function metadataCsv({ variables }: Metadata): string {
  const lines = variables.flatMap(({ id, title, type, roles, codes, nValid, nMissing, min, max }) => {
    const own = codes.length > 0 ? codes : [{ code: '', title: '', missing: false, n: null }]
    return own.map((code) => [
      id,
      title,
      type,
      roles.join(' '),
      code.code,
      code.title,
      code.missing ? 'yes' : '',
      code.n,
      nValid,
      nMissing,
      min,
      max,
    ])
  })
  return csvFile([columns, ...lines])
}
