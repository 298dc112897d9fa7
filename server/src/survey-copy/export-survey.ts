import type { Readable } from 'node:stream'
import { refuse } from '@kaiku/core/reason.ts'
import { release } from '@kaiku/core/release.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { Universe } from '../universe/universe.ts'
import { settingsOf } from '../universe/universe-settings.ts'
import {
  exportArchive,
  presentSchema,
  surveysOf,
  writeDefinitions,
  writeTables,
} from '../universe-copy/export-universe.ts'
import { type Manifest, readmeName } from '../universe-copy/manifest.ts'
import { chosenTables, leftBehind, type SurveyChoice } from './survey-table.ts'

/** Throws Fault `forbidden` where answers of a protected survey would go along. */
export function refuseProtected({ definition, extName }: Dictionary, { withAnswers }: SurveyChoice): void {
  if (withAnswers && definition.settings.protection)
    throw refuse('forbidden', 'surveyCopy.protected', { survey: extName })
}

/**
 * A survey as a ZIP archive, of one moment. Throws Fault `forbidden` where it is protected and its answers are wanted; the
 * stream breaks with what goes wrong later.
 */
export function exportSurvey(
  stores: Stores,
  { id, name, title, timeZone, settings }: Universe,
  dictionary: Dictionary,
  choice: SurveyChoice,
  progress: (share: number) => void = () => {},
): Readable {
  refuseProtected(dictionary, choice)
  const { minimumN, minimumNComments, protection, weekStart, fiscalYearStart } = settingsOf(settings)
  return exportArchive(stores, async (client, writer) => {
    const surveys = await surveysOf(client, id, choice.withAnswers, dictionary.survey)
    const about: Omit<Manifest, 'files'> = {
      kind: 'kaiku.survey',
      version: 1,
      kaiku: release,
      schema: presentSchema(),
      madeAt: new Date().toISOString(),
      withAnswers: choice.withAnswers,
      universe: {
        name,
        title,
        timeZone,
        settings: { minimumN, minimumNComments, protection, weekStart, fiscalYearStart },
      },
      surveys: surveys.map((one) => Object.assign(one, choice.withAnswers ? {} : { unplaced: [] })),
      notCarried: leftBehind(choice),
    }
    await writer.text(readmeName, readmeOf(about, choice))
    await writeDefinitions(client, writer, id, surveys)
    await writeTables(client, writer, id, surveys, chosenTables(dictionary, choice), progress)
    writer.end(Object.assign({}, about, { files: writer.files }))
  })
}

const readmeOf = (
  { universe, madeAt, surveys, notCarried }: Omit<Manifest, 'files'>,
  { withAnswers, withContacts }: SurveyChoice,
) =>
  [
    ...surveys.map(({ extName, version }) => `The survey ${extName}, version ${version}, of ${universe.title}`),
    `in Kaiku, exported ${madeAt}.`,
    '',
    withAnswers
      ? withContacts
        ? 'This archive holds personal data: answers and contacts. Keep it as you keep the database.'
        : 'This archive holds answers without contacts. What people wrote may still tell who they are.'
      : 'This archive holds the definition alone: no answers.',
    '',
    'Apply it to make a survey of it:',
    '  kaiku survey import FILE --universe NAME [--as NAME]',
    'or on the page New survey, From an export.',
    '',
    'manifest.json            versions, counts, and size and SHA-256 of every other file',
    'surveys/NAME/definition  the published definition, byte for byte; kaiku apply takes the directory',
    'rows/TABLE.jsonl         rows as Kaiku keeps them, one JSON object on each line, UTF-8',
    '',
    'Not in it:',
    ...notCarried.map((line) => `  ${line}`),
    '',
  ].join('\n')
