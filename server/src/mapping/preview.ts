import type { ImportReport, Mapping } from '@kaiku/contract/import.ts'
import { type MappingPreview, mostComparedRows, type ReadColumn } from '@kaiku/contract/mapping.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { localise } from '@kaiku/core/localised.ts'
import type { ColumnProfile, Profile } from '../column/profile.ts'
import type { Stores } from '../db/stores.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { importFile } from '../import/import.ts'
import { columnIndex, columnsOf, whyNotChosen } from '../interview-row/mapping.ts'
import { isFault, rowReader } from '../interview-row/row-reader.ts'
import type { ReadTable } from '../table-reader/table.ts'
import { placer } from '../view/place.ts'
import { readOptions, withProfile } from './file-profile.ts'

/** More than a person reads. */
const most = { rejects: 100, sample: 5, values: 8, refused: 60, read: 2_000, longest: 200 } as const

/** What importing a kept file by a mapping of a survey would do, as the importer itself finds. */
export async function previewImport(
  stores: Stores,
  dictionary: Dictionary,
  path: string,
  mapping: Mapping,
  locale: string,
): Promise<MappingPreview> {
  const report = await importFile(stores, dictionary, path, {
    preview: true,
    mapping: mapping.name,
    mostRows: mostComparedRows,
  })
  const words = wordsOf(dictionary, locale)
  return withProfile(path, readOptions(mapping), (table, profile) => ({
    rows: report.rows,
    isWhole: report.rows + report.blankRows >= profile.rows + profile.blankRows,
    inserted: report.inserted,
    corrected: report.corrected,
    unchanged: report.unchanged,
    rejected: report.rejected,
    blankRows: report.blankRows,
    farDays: report.farDays,
    rejects: report.rejects.slice(0, most.rejects),
    sample: report.sample.slice(0, most.sample).map((answers) =>
      Object.entries(answers).flatMap(([id, answer]) => {
        const question = dictionary.questions.get(id)?.question
        return question && answer !== null
          ? [{ question: id, title: words.title(question), answer: words.answer(question, answer) }]
          : []
      }),
    ),
    columns: mapping.columns.flatMap((entry) =>
      columnsOf(entry.column).map((name) => readColumn(dictionary, mapping, entry, name, table, profile, words)),
    ),
    alsoFit: dictionary.definition.imports
      .filter((other) => other.name !== mapping.name && whyNotChosen(other, table, report.file) === null)
      .map(({ name }) => name),
    misfit: whyNotChosen(mapping, table, report.file),
  }))
}

type Words = ReturnType<typeof wordsOf>
type Shown = ImportReport['sample'][number][string]

function wordsOf({ definition }: Dictionary, locale: string) {
  const said = (title: Question['title']) => localise(title, locale, definition.settings.locale)
  const places = new Map(
    definition.views.flatMap((view) =>
      'nodes' in view ? [[view.key, new Map(view.nodes.map(({ id, name }) => [id, name]))] as const] : [],
    ),
  )
  const one = (question: Question, code: string | number): string => {
    const options = 'options' in question ? question.options : 'labels' in question ? question.labels : []
    const title = options.find((option) => String(option.code) === String(code))?.title
    const place = places.get(question.id)?.get(String(code))
    const text = said(title ?? place ?? String(code))
    return question.type === 'scale' && title !== undefined ? `${code} – ${text}` : text
  }
  return {
    title: ({ title, id }: Question) => said(title) || id,
    answer: (question: Question, answer: NonNullable<Shown>): string =>
      (Array.isArray(answer) ? answer.map((code) => one(question, code)).join(', ') : one(question, answer)).slice(
        0,
        most.longest,
      ),
  }
}

/** What the importer makes of the texts of one column, each by itself. */
function readColumn(
  dictionary: Dictionary,
  mapping: Mapping,
  entry: Mapping['columns'][number],
  name: string,
  table: ReadTable,
  profile: Profile,
  words: Words,
): ReadColumn {
  const index = columnIndex(table.headers, name)
  const alone = Object.assign({}, entry, { column: Array.isArray(entry.column) ? [name] : name })
  const { read } = rowReader(dictionary, Object.assign({}, mapping, { columns: [alone], constants: {} }), table)
  const question = dictionary.questions.get(entry.question)?.question
  const places = placer(dictionary)
  const scale = question?.type === 'number' ? 10 ** question.decimals : 1
  const cells = table.headers.map(() => '')
  const readText = (text: string) => {
    cells[index] = text
    const found = read(cells)
    if (isFault(found)) return { becomes: null, fault: found.reason }
    const answers: Answers = JSON.parse(found.json)
    const unplaced = places.refusal(answers)
    if (unplaced) return { becomes: null, fault: unplaced.reason }
    const answer = found.values[0] ?? null
    const shown = typeof answer === 'number' ? answer / scale : typeof answer === 'string' ? answer : null
    const many = Array.isArray(answer) ? answer.map(String) : null
    const value = shown ?? many
    return { becomes: question && value !== null ? words.answer(question, value) : null, fault: null }
  }
  const all = textsOf(profile.columns[index]).map(([text, rows]) =>
    Object.assign({ text: text.slice(0, most.longest), rows }, readText(text)),
  )
  const refused = all.filter(({ fault }) => fault !== null)
  const common = all.slice(0, most.values)
  return {
    question: entry.question,
    column: name,
    values: [...common, ...refused.filter((one) => !common.includes(one)).slice(0, most.refused)],
    refused: refused.length,
    refusedRows: refused.reduce((sum, { rows }) => sum + rows, 0),
  }
}

/** The commonest texts first. */
const textsOf = (column: ColumnProfile | undefined) =>
  [...(column?.values ?? [])].sort(([, a], [, b]) => b - a).slice(0, most.read)
