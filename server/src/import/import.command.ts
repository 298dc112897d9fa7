import { access } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ImportReport } from '@kaiku/contract/import.ts'
import { operatorIn } from '../audit/audit.ts'
import type { Command, CommandContext } from '../command/command.ts'
import { openStores, type Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { UsageError } from '../fault/usage-error.ts'
import { catchUp } from '../feed/feed.ts'
import { countInterviews } from '../import-log/import-log.ts'
import { chooseSurvey } from '../survey/chosen-survey.ts'
import { chooseUniverse } from '../universe/universe.ts'
import { importFile } from './import.ts'
import { recordImport, recordUndo } from './import-audit.ts'
import { undoImport } from './import-undo.ts'
import { rejectsFile, rejectsPath } from './rejects-file.ts'
import { reportLines } from './report-text.ts'

/** The exit code of an import that left rows out. */
const withRejects = 3

export const command: Command = {
  name: 'import',
  summary: 'Read files of answers (CSV, TSV, XLSX, SAV, gzip) into a survey, or take an import back.',
  usage: 'SURVEY FILE…',
  options: {
    universe: { type: 'string', value: 'U', summary: 'universe (default: the only one, else sample)' },
    preview: { type: 'boolean', summary: 'say what the files would do, and write nothing' },
    mapping: { type: 'string', value: 'NAME', summary: 'the mapping to use where several fit' },
    rejects: { type: 'string', value: 'FILE', summary: 'where rejected rows go (default: FILE.rejects.csv)' },
    undo: { type: 'string', value: 'ID', summary: 'take this import back' },
    format: { type: 'string', value: 'FORMAT', summary: 'text or json' },
  },
  positionals: [1, 10_000],
  async run(context) {
    const { options, positionals, configuration, log } = context
    const [survey = '', ...files] = positionals
    const undo = text(options.undo)
    if (undo === undefined && files.length === 0) throw new UsageError('usage: kaiku import SURVEY FILE…')
    if (undo !== undefined && files.length > 0) throw new UsageError('--undo takes an import back and reads no files')
    if (options.rejects !== undefined && files.length > 1) throw new UsageError('--rejects is for one file')
    const format = text(options.format) ?? 'text'
    if (format !== 'text' && format !== 'json') throw new UsageError(`--format is text or json, not ${format}`)
    for (const file of files) await access(file).catch(() => Promise.reject(new UsageError(`there is no file ${file}`)))
    const stores = await openStores({ ...configuration, log, migrate: true })
    try {
      const universe = await chooseUniverse(stores, text(options.universe))
      const find = () => chooseSurvey(stores, universe, survey)
      const reports =
        undo === undefined
          ? await importAll(context, stores, find, files)
          : [await takeBack(context, stores, find, undo)]
      show(context, format, reports)
      if (!options.preview) await untilVisible(context, stores, await find())
      return undo === undefined && reports.some(({ rejected }) => rejected > 0) ? withRejects : 0
    } finally {
      await stores.close()
    }
  },
}

type Find = () => Promise<Dictionary>

async function importAll(
  { options, log, progress }: CommandContext,
  stores: Stores,
  find: Find,
  files: readonly string[],
) {
  const reports: ImportReport[] = []
  for (const file of files) {
    const rejects = rejectsFile(text(options.rejects) ?? (await rejectsPath(file)))
    const shown = progress(basename(file))
    const started = performance.now()
    const dictionary = await find()
    const report = await importFile(stores, dictionary, file, {
      preview: options.preview === true,
      mapping: text(options.mapping),
      onReject: options.preview === true ? undefined : (reject) => rejects.add(reject),
      onProgress: ({ rows }) => shown.at(rows),
    })
    shown.end()
    await recordImport(stores, operatorIn(dictionary.universe), dictionary, report)
    const seconds = (performance.now() - started) / 1000
    log(
      `${report.file}: ${report.rows.toLocaleString('en')} rows in ${seconds.toFixed(1)} s, ${Math.round(report.rows / seconds).toLocaleString('en')} rows/s`,
    )
    const written = await rejects.close()
    if (written) log(`${report.rejected.toLocaleString('en')} rows were rejected: see ${written}`)
    reports.push(report)
  }
  return reports
}

async function takeBack({ progress }: CommandContext, stores: Stores, find: Find, id: string) {
  const shown = progress('undo')
  const dictionary = await find()
  const report = await undoImport(stores, dictionary, id, (rows) => shown.at(rows))
  shown.end()
  await recordUndo(stores, operatorIn(dictionary.universe), dictionary, id)
  return report
}

function show({ print }: CommandContext, format: string, reports: readonly ImportReport[]) {
  if (format === 'json') return print(JSON.stringify(reports, null, 2))
  for (const report of reports) for (const line of reportLines(report)) print(line)
  if (reports.length < 2) return
  const total = (field: 'rows' | 'inserted' | 'corrected' | 'unchanged' | 'rejected') =>
    reports.reduce((sum, report) => sum + report[field], 0).toLocaleString('en')
  print(
    `total: ${total('rows')} rows, ${total('inserted')} new, ${total('corrected')} corrected, ${total('unchanged')} unchanged, ${total('rejected')} rejected`,
  )
}

async function untilVisible({ print, log, options }: CommandContext, stores: Stores, dictionary: Dictionary) {
  log('waiting until the interviews are visible')
  await catchUp(stores)
  const count = await countInterviews(stores.pool, dictionary)
  const line = `${count.toLocaleString('en')} interviews of ${dictionary.extName} are visible`
  if (options.format === 'json') log(line)
  else print(line)
}

const text = (value: string | boolean | undefined) => (typeof value === 'string' ? value : undefined)
