import { translatorOf } from '../alert-words/alert-words.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { shownAnswer } from '../interview-list/shown-answer.ts'
import { type TableFile, type TableFormat, tableFile } from '../table-file/table-file.ts'
import { sentence } from '../text/text.ts'
import type { PersonData } from './person-data.ts'

type Line = readonly [survey: string, what: string, field: string, value: string | number | null]

/** What is stored about somebody as a table: a line for each thing, by survey. */
export const personFile = (
  data: PersonData,
  surveys: readonly Dictionary[],
  format: TableFormat,
  locale: string,
): TableFile => tableFile(linesOf(data, surveys, locale), format)

async function* linesOf({ samples, interviews }: PersonData, surveys: readonly Dictionary[], locale: string) {
  yield [
    (['person.survey', 'person.what', 'person.field', 'person.value'] as const).map((key) => sentence(key, locale)),
  ]
  const known = new Map(surveys.map((one) => [one.extName, one]))
  const answers = (survey: string, what: string, given: unknown) =>
    answerLines(known.get(survey), what, (given ?? {}) as Answers, locale)
  for (const { survey, background, history, ...fields } of samples) {
    yield fieldLines(survey, 'sample', fields)
    yield answers(survey, 'background', background)
    yield historyLines(survey, history)
  }
  for (const { survey, answers: given, original, ...fields } of interviews) {
    yield fieldLines(survey, 'interview', fields)
    yield answers(survey, 'answer', given)
    if (original !== null) yield answers(survey, 'original', original)
  }
}

const written = (value: unknown): string | number | null => {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}

const fieldLines = (survey: string, what: string, fields: Readonly<Record<string, unknown>>): Line[] =>
  Object.entries(fields).flatMap(([field, value]): Line[] =>
    value === null ? [] : [[survey, what, field, written(value)]],
  )

/** As the questions name them; what no question knows any more by its id, as it is stored. */
function answerLines(dictionary: Dictionary | undefined, what: string, given: Answers, locale: string): Line[] {
  return Object.entries(given).map(([id, value]): Line => {
    const question = dictionary?.questions.get(id)?.question
    if (!dictionary || !question) return [dictionary?.extName ?? '', what, id, written(value)]
    const translate = translatorOf(dictionary, locale)
    const answer = shownAnswer(dictionary, question, value, translate)
    return [dictionary.extName, what, translate(question.title), answer?.label ?? written(answer?.value ?? value)]
  })
}

type Event = { readonly at: string; readonly kind: string; readonly before: object; readonly after: object }

const historyLines = (survey: string, history: unknown): Line[] =>
  (history as readonly Event[]).flatMap(({ at, kind, before, after }) =>
    Object.entries(after).map(([field, value]): Line => {
      const was = (before as Record<string, unknown>)[field]
      return [survey, `${kind} ${at}`, field, `${written(was) ?? '–'} → ${written(value) ?? '–'}`]
    }),
  )
