import { access } from 'node:fs/promises'
import { importModes, type SampleImport } from '@kaiku/contract/sample.ts'
import { operatorIn } from '../audit/audit.ts'
import type { Command } from '../command/command.ts'
import { openStores } from '../db/stores.ts'
import { UsageError } from '../fault/usage-error.ts'
import { rejectsFile, rejectsPath } from '../import/rejects-file.ts'
import { chooseSurvey } from '../survey/chosen-survey.ts'
import { chooseUniverse } from '../universe/universe.ts'
import { recordSamples, recordSamplesUndone } from './sample-audit.ts'
import { importSamples } from './sample-import.ts'
import { undoSampleImport } from './sample-imports.ts'

/** The exit code of an import that left rows out. */
const withRejects = 3

export const command: Command = {
  name: 'samples',
  summary: 'Read a file of people to ask (CSV, TSV, XLSX, SAV, gzip) into a survey, or take that back.',
  usage: 'import SURVEY FILE | samples undo SURVEY ID',
  options: {
    universe: { type: 'string', value: 'U', summary: 'universe (default: the only one, else sample)' },
    mode: { type: 'string', value: 'MODE', summary: 'merge (default), new or update: what becomes of who is known' },
    preview: { type: 'boolean', summary: 'say what the file would do, and write nothing' },
    rejects: { type: 'string', value: 'FILE', summary: 'where rejected rows go (default: FILE.rejects.csv)' },
    format: { type: 'string', value: 'FORMAT', summary: 'text or json' },
  },
  positionals: [3, 3],
  async run({ options, positionals, configuration, log, print }) {
    const [verb = '', survey = '', given = ''] = positionals
    if (verb !== 'import' && verb !== 'undo') throw new UsageError('usage: kaiku samples import SURVEY FILE')
    const mode = importModes.find((one) => one === (options.mode ?? 'merge'))
    if (!mode) throw new UsageError(`--mode is one of ${importModes.join(', ')}, not ${String(options.mode)}`)
    if (verb === 'import') await access(given).catch(() => Promise.reject(new UsageError(`there is no file ${given}`)))
    const stores = await openStores({ ...configuration, log, migrate: true })
    try {
      const universe = await chooseUniverse(stores, text(options.universe))
      const dictionary = await chooseSurvey(stores, universe, survey)
      const show = (report: SampleImport) => {
        if (options.format === 'json') print(JSON.stringify(report, null, 2))
        else for (const line of linesOf(report)) print(line)
      }
      if (verb === 'undo') {
        show(await undoSampleImport(stores.pool, dictionary, given))
        await recordSamplesUndone(stores, operatorIn(universe.id), dictionary, given)
        return 0
      }
      const isPreview = options.preview === true
      const rejects = rejectsFile(text(options.rejects) ?? (await rejectsPath(given)))
      const report = await importSamples(stores, dictionary, given, {
        mode,
        preview: isPreview,
        person: null,
        mayPlace: () => true,
        now: Date.now(),
        onReject: (reject) => isPreview || rejects.add(reject),
      })
      await recordSamples(stores, operatorIn(universe.id), dictionary, report)
      const written = await rejects.close()
      show(report)
      if (written) log(`${report.rejected.toLocaleString('en')} rows were rejected: see ${written}`)
      return report.rejected > 0 ? withRejects : 0
    } finally {
      await stores.close()
    }
  },
}

function linesOf(report: SampleImport): string[] {
  const { file, state, rows, inserted, updated, unchanged, merged, rejected, notInvited, importId, columns } = report
  const unread = columns.filter(({ field }) => field === null).map(({ column }) => column)
  const reasons = Object.entries(notInvited).map(([reason, count]) => `${reason} ${count}`)
  return [
    `${file}: ${state}${importId === null ? '' : ` (${importId})`}`,
    `${rows} rows: ${inserted} new, ${updated} changed, ${unchanged} unchanged, ${merged} merged, ${rejected} rejected`,
    ...(reasons.length > 0 ? [`not invited: ${reasons.join(', ')}`] : []),
    ...(unread.length > 0 ? [`columns that were not read: ${unread.join(', ')}`] : []),
  ]
}

const text = (value: string | boolean | undefined) => (typeof value === 'string' ? value : undefined)
