import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { mostMadeUp } from '@kaiku/contract/universe-copy.ts'
import { writeWhole } from '../command/whole-file.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { interviewRows } from '../interview-row/interview-row.ts'
import { drawInterviews } from '../made-up/draw.ts'
import { localeOf, markedDefinition, markedTitle } from '../made-up/mark.ts'
import { readShape } from '../made-up/read-shape.ts'
import type { SurveyShape } from '../made-up/shape.ts'
import { listSurveys } from '../survey/survey.ts'
import type { Universe } from '../universe/universe.ts'
import { settingsOf } from '../universe/universe-settings.ts'
import { placer } from '../view/place.ts'
import type { Archive, Row } from './archive.ts'
import { exportUniverse } from './export-universe.ts'
import { type ImportedUniverse, importUniverse, type UniverseImport } from './import-universe.ts'
import { keptArchive, removeArchive } from './kept-archive.ts'
import { rowsName } from './manifest.ts'
import { newId } from './row-change.ts'

/** Interviews of a survey where nobody says how many, and it is not told how many there are. */
const usualInterviews = 1_000
const longestTitle = 120

export type UniverseCopyOptions = Omit<UniverseImport, 'copy'> & {
  /** Under which the configuration waits while the copy is made. */
  readonly archive: string
  /** Interviews of each survey; null: as many as it has, at most 20,000. */
  readonly answers: number | null
  /** The same seed makes the same answers of the same ones. */
  readonly seed: number
}

type CopiedShape = { readonly dictionary: Dictionary; readonly shape: SurveyShape; readonly count: number }

/** The shares of the work after which the answers have been looked at, and the configuration was written. */
const steps = { looked: 0.3, written: 0.35 }

/**
 * A new universe with the configuration of another, and with answers that are made up in their shape. It is marked as
 * such, and suspended until somebody lets people in; what fails leaves nothing. Throws as `importUniverse`.
 */
export async function copyUniverse(
  stores: Stores,
  source: Universe,
  options: UniverseCopyOptions,
): Promise<ImportedUniverse> {
  const { archive, answers, seed, actor, progress = () => {}, signal } = options
  const locale = localeOf(settingsOf(source.settings).locales[0])
  const today = new Date().toISOString().slice(0, 10)
  const shapes = new Map<string, CopiedShape>()
  // Before the configuration is written: it has every place that these know.
  const surveys = await listSurveys(stores, source.id)
  for (const [at, dictionary] of surveys.entries()) {
    const shape = await readShape(stores, dictionary, today, signal)
    const count = Math.min(mostMadeUp, answers ?? shape.interviews ?? usualInterviews)
    shapes.set(dictionary.extName, { dictionary, shape, count })
    progress((steps.looked * (at + 1)) / surveys.length)
  }
  const file = keptArchive(stores, archive)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  try {
    await writeWhole(file, exportUniverse(stores, source, { withAnswers: false }))
    progress(steps.written)
    const { title = source.title } = options
    return await importUniverse(
      stores,
      file,
      Object.assign({}, options, {
        title: markedTitle(title, locale, longestTitle),
        progress: (share: number) => progress(steps.written + (1 - steps.written) * share),
        copy: {
          said: { madeUp: true, answers, seed },
          changed: (read: Archive) => madeUpArchive(read, shapes, { seed, locale, by: actor.name }),
        },
      }),
    )
  } finally {
    await removeArchive(stores, archive)
  }
}

type MadeUp = { readonly seed: number; readonly locale: ReturnType<typeof localeOf>; readonly by: string }

/** An archive of a configuration as one with answers that are made up as they are read. */
function madeUpArchive(read: Archive, shapes: ReadonlyMap<string, CopiedShape>, made: MadeUp): Archive {
  const { manifest } = read
  const surveys = manifest.surveys.map((survey) =>
    // Who published it is one of the people who do not come along.
    Object.assign({}, survey, { publishedBy: made.by, interviews: shapes.get(survey.extName)?.count ?? 0 }),
  )
  const rows = surveys.reduce((sum, { interviews }) => sum + interviews, 0)
  const drawn = { name: rowsName('interview'), size: 0, sha256: '', rows }
  return {
    manifest: Object.assign({}, manifest, { surveys, files: [...manifest.files, drawn] }),
    definitions: new Map([...read.definitions].map(([name, files]) => [name, markedDefinition(files)])),
    rows(name) {
      if (name === rowsName('node')) return toldPlaces(read.rows(name), shapes)
      return name === rowsName('interview') ? madeUpRows(surveys, shapes, made) : read.rows(name)
    },
    close: () => read.close(),
  }
}

/** Places but for those of a protected survey that nobody may know of: answers alone told of them. */
async function* toldPlaces(rows: AsyncGenerator<Row>, shapes: ReadonlyMap<string, CopiedShape>): AsyncGenerator<Row> {
  const untold = new Set(
    [...shapes.values()].flatMap(({ dictionary }) =>
      [...dictionary.views.values()].flatMap(({ tree }) =>
        [...tree.nodes.values()].flatMap(({ number, untold: isUntold }) => (isUntold ? [number] : [])),
      ),
    ),
  )
  for await (const row of rows) if (!untold.has(Number(row.number))) yield row
}

async function* madeUpRows(
  surveys: Archive['manifest']['surveys'],
  shapes: ReadonlyMap<string, CopiedShape>,
  { seed, locale }: MadeUp,
): AsyncGenerator<Row> {
  let number = 0
  for (const { extName, number: survey, id } of surveys) {
    const known = shapes.get(extName)
    if (!known) continue
    const { dictionary, shape, count } = known
    const questions = [...dictionary.questions.keys()]
    const rowOf = interviewRows(dictionary, questions)
    const own = { count, seed: seedOf(seed, extName), locale }
    for (const { answers, at, leaves } of drawInterviews(dictionary, placer(dictionary), shape, own)) {
      number++
      const values = questions.map((question) => answers[question] ?? null)
      const row = rowOf(`made-up-${number}`, { values, json: JSON.stringify(answers), at })
      const { key, hash, matched, day, weight, contact } = row
      yield {
        survey,
        number,
        id: newId(`${id} ${number}`, id),
        row_key: key,
        row_hash: `\\x${hash}`,
        answers,
        matched: matched === null ? null : JSON.parse(matched),
        day,
        at,
        leaves,
        weight,
        contact,
      }
    }
  }
}

/** Surveys of one universe do not draw the same. */
const seedOf = (seed: number, survey: string): number =>
  createHash('sha256').update(`${seed} ${survey}`).digest().readUInt32BE(0)
