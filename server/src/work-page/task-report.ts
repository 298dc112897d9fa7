import type { ListedTask, TasksWanted } from '@kaiku/contract/background-work.ts'
import type { TaskState, TaskType } from '@kaiku/contract/task.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { Stores } from '../db/stores.ts'
import type { SheetCell } from '../table-file/sheet-cell.ts'
import { tableTypes } from '../table-file/table-file.ts'
import { workbook } from '../table-file/workbook.ts'
import { allTasks, type StoredTask, shownTask } from '../task/task.ts'
import { languageOf } from '../text/text.ts'

const texts = {
  tasks: { en: 'Tasks', fi: 'Tehtävät', sv: 'Uppgifter', de: 'Aufgaben' },
  what: { en: 'What', fi: 'Mitä', sv: 'Vad', de: 'Was' },
  type: { en: 'Type', fi: 'Tyyppi', sv: 'Typ', de: 'Art' },
  survey: { en: 'Survey', fi: 'Kysely', sv: 'Undersökning', de: 'Umfrage' },
  state: { en: 'State', fi: 'Tila', sv: 'Status', de: 'Status' },
  progress: { en: 'Progress', fi: 'Edistyminen', sv: 'Förlopp', de: 'Fortschritt' },
  tries: { en: 'Tries', fi: 'Yritykset', sv: 'Försök', de: 'Versuche' },
  by: { en: 'Asked for by', fi: 'Pyytäjä', sv: 'Begärd av', de: 'Angefordert von' },
  at: { en: 'Asked for at (UTC)', fi: 'Pyydetty (UTC)', sv: 'Begärd (UTC)', de: 'Angefordert um (UTC)' },
  ended: { en: 'Ended at (UTC)', fi: 'Päättyi (UTC)', sv: 'Avslutad (UTC)', de: 'Beendet um (UTC)' },
  file: { en: 'File', fi: 'Tiedosto', sv: 'Fil', de: 'Datei' },
  refusal: {
    en: 'Why it failed',
    fi: 'Miksi se epäonnistui',
    sv: 'Varför den misslyckades',
    de: 'Warum es scheiterte',
  },
} as const
/** As on the screen. */
const states = {
  new: { en: 'Waiting', fi: 'Odottaa', sv: 'Väntar', de: 'Wartet' },
  ready: { en: 'Waiting', fi: 'Odottaa', sv: 'Väntar', de: 'Wartet' },
  processing: { en: 'In progress', fi: 'Käynnissä', sv: 'Pågår', de: 'In Arbeit' },
  waiting: {
    en: 'Trying again soon',
    fi: 'Yrittää pian uudelleen',
    sv: 'Försöker snart igen',
    de: 'Neuer Versuch in Kürze',
  },
  done: { en: 'Ready', fi: 'Valmis', sv: 'Klar', de: 'Fertig' },
  failed: { en: 'Failed', fi: 'Epäonnistui', sv: 'Misslyckades', de: 'Fehlgeschlagen' },
  cancelled: { en: 'Cancelled', fi: 'Peruutettu', sv: 'Avbruten', de: 'Abgebrochen' },
} satisfies Record<TaskState, object>
const types = {
  report: { en: 'Report', fi: 'Raportti', sv: 'Rapport', de: 'Bericht' },
  letters: { en: 'Letters', fi: 'Kirjeet', sv: 'Brev', de: 'Briefe' },
  responseCheck: { en: 'Response checks', fi: 'Vastausten tarkistus', sv: 'Svarskontroll', de: 'Antwortprüfung' },
  recalculation: { en: 'Recalculation', fi: 'Uudelleenlaskenta', sv: 'Omräkning', de: 'Neuberechnung' },
  import: { en: 'Import', fi: 'Tuonti', sv: 'Import', de: 'Import' },
  fetch: { en: 'Fetched files', fi: 'Haetut tiedostot', sv: 'Hämtade filer', de: 'Abgeholte Dateien' },
  universeExport: {
    en: 'Export of the universe',
    fi: 'Universumin vienti',
    sv: 'Export av universumet',
    de: 'Export des Universums',
  },
  universeImport: {
    en: 'New universe from an export',
    fi: 'Uusi universumi viennistä',
    sv: 'Nytt universum från en export',
    de: 'Neues Universum aus einem Export',
  },
  surveyExport: {
    en: 'Export of a survey',
    fi: 'Kyselyn vienti',
    sv: 'Export av en undersökning',
    de: 'Export einer Umfrage',
  },
  surveyImport: {
    en: 'New survey from an export',
    fi: 'Uusi kysely viennistä',
    sv: 'Ny undersökning från en export',
    de: 'Neue Umfrage aus einem Export',
  },
} satisfies Record<TaskType, object>

const mostListed = 1_000

/** The tasks of everybody in the viewer’s universe. */
export const listedTasks = (stores: Stores, { universe }: Viewer, { state, type }: TasksWanted) =>
  allTasks(stores, { universe, state, type }, mostListed)

/** As who looks after the universe sees it: what broke may name addresses, which operators alone read. */
export const listedTask = (task: StoredTask): ListedTask => ({
  ...shownTask(task),
  by: task.by,
  log: task.log.map(({ at, step }) => ({ at: at.toISOString(), step })),
})

/** The same as a workbook. */
export async function taskReport(stores: Stores, who: Viewer, wanted: TasksWanted, locale: string) {
  const language = languageOf(locale)
  const word = (key: keyof typeof texts) => texts[key][language]
  const moment = (at: Date | null): SheetCell => (at === null ? null : { moment: at.getTime() })
  const rows = (await listedTasks(stores, who, wanted)).map((task): SheetCell[] => [
    task.title,
    types[task.type][language],
    task.extName,
    states[task.state][language],
    task.progress,
    task.attempts,
    task.by,
    moment(task.at),
    moment(task.endedAt),
    task.fileName,
    task.refusal?.message ?? null,
  ])
  const titles = [
    'what',
    'type',
    'survey',
    'state',
    'progress',
    'tries',
    'by',
    'at',
    'ended',
    'file',
    'refusal',
  ] as const
  const columns = titles.map((key) => ({ title: word(key), ...(key === 'progress' && { decimals: 2 }) }))
  return {
    name: `${word('tasks')} ${new Date().toISOString().slice(0, 10)}.xlsx`,
    type: tableTypes.xlsx,
    content: workbook([{ name: word('tasks'), columns, rows: [rows], frozen: 1 }]),
  }
}
