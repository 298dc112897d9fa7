import { languageOf } from '../text/text.ts'

/** What the certificate of a deletion says. */
const texts = {
  title: {
    en: 'Certificate of deletion',
    fi: 'Todistus tietojen poistamisesta',
    sv: 'Intyg om radering',
    de: 'Bescheinigung über die Löschung',
  },
  says: {
    en: 'This universe was deleted with everything in it: what it defined, who was in it, what was answered, and all that was made of that.',
    fi: 'Tämä universumi poistettiin kaikkine sisältöineen: määritykset, ihmiset, vastaukset ja kaikki niistä tehty.',
    sv: 'Det här universumet raderades med allt innehåll: det som definierats, vilka som var med, det som svarats och allt som gjorts av det.',
    de: 'Dieser Mandant wurde mit allem gelöscht, was er enthielt: was definiert war, wer dazugehörte, was geantwortet wurde, und alles, was daraus gemacht war.',
  },
  copies: {
    en: 'Copies that operators keep elsewhere, such as backups and exported files, are not touched by this.',
    fi: 'Tämä ei koske muualla säilytettyjä kopioita, kuten varmuuskopioita ja vietyjä tiedostoja.',
    sv: 'Kopior som förvaras på annat håll, som säkerhetskopior och exporterade filer, berörs inte av detta.',
    de: 'Kopien, die anderswo aufbewahrt werden, etwa Sicherungen und exportierte Dateien, sind davon nicht berührt.',
  },
  universe: { en: 'Universe', fi: 'Universumi', sv: 'Universum', de: 'Mandant' },
  by: { en: 'Deleted by', fi: 'Poistaja', sv: 'Raderat av', de: 'Gelöscht von' },
  suspended: { en: 'Suspended', fi: 'Keskeytetty', sv: 'Avstängt', de: 'Angehalten' },
  asked: { en: 'Ordered', fi: 'Määrätty', sv: 'Beordrat', de: 'Angeordnet' },
  deleted: {
    en: 'Gone from PostgreSQL',
    fi: 'Poissa PostgreSQL:stä',
    sv: 'Borta från PostgreSQL',
    de: 'Aus PostgreSQL entfernt',
  },
  figures: {
    en: 'Gone from ClickHouse',
    fi: 'Poissa ClickHousesta',
    sv: 'Borta från ClickHouse',
    de: 'Aus ClickHouse entfernt',
  },
  purged: { en: 'Gone from the disk', fi: 'Poissa levyltä', sv: 'Borta från disken', de: 'Vom Datenträger entfernt' },
  notYet: { en: 'Not yet', fi: 'Ei vielä', sv: 'Inte ännu', de: 'Noch nicht' },
  removed: { en: 'What was deleted', fi: 'Mitä poistettiin', sv: 'Vad som raderades', de: 'Was gelöscht wurde' },
  table: { en: 'Table', fi: 'Taulu', sv: 'Tabell', de: 'Tabelle' },
  rows: { en: 'Rows', fi: 'Rivejä', sv: 'Rader', de: 'Zeilen' },
  figureTables: {
    en: 'Surveys with tables of figures',
    fi: 'Tutkimuksia, joilla oli tunnuslukutauluja',
    sv: 'Undersökningar med tabeller av nyckeltal',
    de: 'Umfragen mit Tabellen von Kennzahlen',
  },
  signature: { en: 'Signature', fi: 'Allekirjoitus', sv: 'Signatur', de: 'Signatur' },
  signatureSays: {
    en: 'Ed25519, over the statement in the JSON file of this certificate. The same file holds the public key of this installation.',
    fi: 'Ed25519, tämän todistuksen JSON-tiedoston lausumasta. Samassa tiedostossa on asennuksen julkinen avain.',
    sv: 'Ed25519, över utsagan i intygets JSON-fil. Samma fil innehåller installationens publika nyckel.',
    de: 'Ed25519, über die Aussage in der JSON-Datei dieser Bescheinigung. Dieselbe Datei enthält den öffentlichen Schlüssel der Installation.',
  },
  shown: {
    en: 'Universes of this Kaiku',
    fi: 'Tämän Kaikun universumit',
    sv: 'Universum i denna Kaiku',
    de: 'Mandanten dieses Kaiku',
  },
} as const satisfies Record<string, Record<ReturnType<typeof languageOf>, string>>

export const certificateText = (key: keyof typeof texts, locale: string): string => texts[key][languageOf(locale)]
