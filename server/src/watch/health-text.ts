import type { HealthRule } from '@kaiku/contract/watch.ts'
import { languageOf } from '../text/text.ts'

type Said = Readonly<Record<'en' | 'fi' | 'sv' | 'de', string>>

/** `{part}`: which queue, loop or store, by the name that operators know; `{n}`: the number that it is about. */
const texts: Readonly<Record<HealthRule, Said>> = {
  lag: {
    en: '{part} are {n} minutes behind',
    fi: '{part}: {n} minuuttia jäljessä',
    sv: '{part} ligger {n} minuter efter',
    de: '{part} liegen {n} Minuten zurück',
  },
  queueStands: {
    en: 'The queue {part} stands still: something has been due for {n} minutes',
    fi: 'Jono {part} seisoo: jokin on odottanut vuoroaan {n} minuuttia',
    sv: 'Kön {part} står still: något skulle ha skickats för {n} minuter sedan',
    de: 'Die Warteschlange {part} steht still: etwas ist seit {n} Minuten fällig',
  },
  givenUp: {
    en: '{n} were given up within an hour in the queue {part}',
    fi: 'Jonossa {part} luovuttiin {n} kertaa tunnin aikana',
    sv: '{n} gavs upp inom en timme i kön {part}',
    de: '{n} wurden in der Warteschlange {part} innerhalb einer Stunde aufgegeben',
  },
  diskLow: {
    en: 'Only {n} % of the disk are free',
    fi: 'Levystä on vapaana vain {n} %',
    sv: 'Bara {n} % av disken är ledig',
    de: 'Nur noch {n} % des Datenträgers sind frei',
  },
  diskFills: {
    en: 'The disk will be full in {n} days',
    fi: 'Levy on täynnä {n} päivän kuluttua',
    sv: 'Disken är full om {n} dagar',
    de: 'Der Datenträger ist in {n} Tagen voll',
  },
  backupLate: {
    en: 'The newest backup is {n} hours old',
    fi: 'Uusin varmuuskopio on {n} tuntia vanha',
    sv: 'Den nyaste säkerhetskopian är {n} timmar gammal',
    de: 'Die neueste Sicherung ist {n} Stunden alt',
  },
  loopStands: {
    en: 'The work {part} has stood still for {n} minutes',
    fi: 'Työ {part} on seissyt {n} minuuttia',
    sv: 'Arbetet {part} har stått still i {n} minuter',
    de: 'Die Arbeit {part} steht seit {n} Minuten still',
  },
  loopFails: {
    en: 'The work {part} keeps failing',
    fi: 'Työ {part} epäonnistuu jatkuvasti',
    sv: 'Arbetet {part} misslyckas gång på gång',
    de: 'Die Arbeit {part} scheitert immer wieder',
  },
  workFails: {
    en: 'The recurring work {part} failed {n} times in a row',
    fi: 'Toistuva työ {part} epäonnistui {n} kertaa peräkkäin',
    sv: 'Det återkommande arbetet {part} misslyckades {n} gånger i rad',
    de: 'Die wiederkehrende Arbeit {part} scheiterte {n}-mal in Folge',
  },
  workGone: {
    en: 'No process does the background work',
    fi: 'Mikään prosessi ei tee taustatyötä',
    sv: 'Ingen process utför bakgrundsarbetet',
    de: 'Kein Prozess erledigt die Hintergrundarbeit',
  },
  storeDown: {
    en: '{part} doesn’t answer',
    fi: '{part} ei vastaa',
    sv: '{part} svarar inte',
    de: '{part} antwortet nicht',
  },
  errors: {
    en: '{n} calls and steps of work broke within ten minutes',
    fi: '{n} kutsua ja työvaihetta epäonnistui kymmenessä minuutissa',
    sv: '{n} anrop och arbetssteg gick fel inom tio minuter',
    de: '{n} Aufrufe und Arbeitsschritte scheiterten innerhalb von zehn Minuten',
  },
}

/** What follows the changes, as the title of what it makes. */
const followers: Readonly<Record<string, Said>> = {
  figures: { en: 'Figures', fi: 'Luvut', sv: 'Siffrorna', de: 'Die Zahlen' },
  alerts: { en: 'Alerts', fi: 'Hälytykset', sv: 'Larmen', de: 'Die Alarme' },
}

/** By which the number of a rule is divided to be said. */
const units: Partial<Record<HealthRule, number>> = {
  lag: 60,
  queueStands: 60,
  loopStands: 60,
  diskLow: 0.01,
}

/** What is the matter, in the reader's language. */
export function healthText(
  { rule, part, value }: { readonly rule: HealthRule; readonly part: string; readonly value: number },
  locale: string,
): string {
  const language = languageOf(locale)
  const named = rule === 'lag' ? (followers[part]?.[language] ?? part) : part
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(value / (units[rule] ?? 1))
  return texts[rule][language].replace('{part}', () => named).replace('{n}', () => number)
}
