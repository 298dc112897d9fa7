import { fold } from '@kaiku/core/text.ts'

export const locales = ['en', 'fi', 'sv', 'de'] as const
export type Locale = (typeof locales)[number]

/** The words of a header: `INTDate_of-visit` is int, date, of, visit. Digits are left out. */
export const wordsOf = (text: string): readonly string[] =>
  fold(text.replace(/([a-zåäö])([A-ZÅÄÖ])/g, '$1 $2'))
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')

const anyOf = (words: string) => new RegExp(`^(?:${fold(words).trim().replace(/\s+/g, '|')})$`)

/** What the words of a header say of its column. */
const meanings = {
  rating:
    anyOf(`rate rating ratings rated \\w*rate score scores satisfaction satisfied csat stars star grade quality overall
    experience opinion arvosana arvosanat arvio tyytyväisyys tyytyväinen kokemus laatu betyg nöjd nöjdhet omdöme upplevelse
    bewertung zufriedenheit zufrieden erlebnis note qualität`),
  recommendation:
    anyOf(`nps netpro \\w*promoter \\w*nps recommend\\w* suosit\\w* rekommend\\w* \\w*empfehl\\w* \\w*empfiehl\\w* recommand\\w*
    recomend\\w* raccomand\\w* consigli\\w* anbefal\\w* aanbevel\\w* aanraden soovita\\w* polec\\w* рекоменд\\w*`),
  /** Facts that look like ratings and are none. */
  fact: anyOf(`age ages aged ikä ålder alter year years vuosi år jahr month kuukausi månad monat day days päivä dag tag week
    weekday hour hours times income \\w*income tulot inkomst einkommen gender sex sukupuoli kön geschlecht code codes id zip
    postal children child persons adults household education degree koulutus utbildning strata stratum peak lang language kieli
    språk sprache purpose method meth visits frequency number nr count wave quarter`),
  /** When a row was answered, or from where it came. */
  occasion:
    anyOf(`year vuosi år jahr wave round quarter aalto kierros omgång runde welle source channel origin form version
    questionnaire mode lähde kanava lomake källa kanal formulär quelle fragebogen`),
  age: anyOf('age ages ikä ålder alter'),
  measure:
    anyOf(`count counts number minutes hours seconds delay distance amount price cost costs total sum revenue sales duration
    quantity qty visits percent percentage pct share length height spend spent value lukumäärä määrä summa hinta kesto minuuttia
    antal belopp pris minuter anzahl betrag preis dauer minuten salary votes quiz exam correct`),
  /** How many of something. */
  counts:
    anyOf(`count counts size minutes hours visits children persons people nights household lukumäärä määrä koko henkilöä lapsia
    antal barn personer anzahl kinder personen`),
  /** What may be an amount, and may be how good somebody found it. */
  judged:
    anyOf(`price prices cost costs value distance length height share hinta hinnat pris priser preis preise income salary palkka
    lön gehalt working`),
  identifier:
    anyOf(`id ids \\w{0,4}id key serial \\w*nummer \\w*numero \\w*tunnus uuid guid respnum respondent caseid recordid tunnus tunniste löpnummer kennung nummer
    flight run ticket number nr order invoice booking sku ean code koodi kod zip postal postcode postinumero postnummer plz`),
  postal: anyOf('zip zipcode postal postcode postinumero\\w* postnummer plz postleitzahl'),
  respondent: anyOf(
    'resp respnum respid respondent respondentid responseid response vastaaja vastausid svarande teilnehmer case interview',
  ),
  date: anyOf(`date \\w*date day time timestamp datetime submitted completed created ended finished responded pvm päivä päivämäärä aika
    vastattu datum tid tidpunkt inskickad svarsdatum zeit zeitpunkt tag ausgefüllt`),
  /** A day rather than a time or a length of it. */
  dayName: anyOf('date \\w*date day pvm päivä päivämäärä päivänä datum dag tag'),
  duration:
    anyOf(`hour hours \\w*hours minutes working work per week tunti tuntia tunnit työaika työpäivä työpäivät viikossa timmar
    arbetstid arbetsdagar stunden arbeitszeit arbeitstage count number many montako kuinka antal anzahl`),
  answered: anyOf(
    'submitted completed ended end finished responded response interview int intdate survey vastattu vastaus svarsdatum svarad ausgefüllt',
  ),
  weight: anyOf(
    'weight weights wt wts wtss wtssall \\w*weight paino painokerroin painotus vikt viktning gewicht gewichtung wgt',
  ),
  /** Columns of what people wrote, however short and seldom. */
  remark:
    anyOf(`comment comments feedback verbatim palaute palautteesi terveiset terveisesi kommentti kommentit kommentoi avoin avovastaus kommentar
    kommentarer fritext återkoppling bemerkung bemerkungen anmerkung anmerkungen rückmeldung`),
  comment: anyOf(`comment comments feedback review verbatim open text suggestion suggestions reason why explain describe
    kommentti kommentit palaute avoin perustelu kommentar kommentarer fritext återkoppling varför bemerkung anmerkung rückmeldung warum`),
  personName: anyOf('firstname lastname surname fullname forename etunimi sukunimi förnamn efternamn vorname nachname'),
  phone: anyOf(
    'phone phonenumber mobile telephone tel puhelin puhelinnumero matkapuhelin telefon mobil mobiltelefon handy',
  ),
  email: anyOf('email emailaddress mail sähköposti epost email mejl'),
  personal: anyOf(
    'ssn hetu personnummer henkilötunnus ip ipaddress birthdate dob syntymäaika address street osoite katuosoite adress gatuadress strasse straße',
  ),
  person:
    anyOf(`gender sex sukupuoli kön geschlecht age ages ikä ålder alter income tulot language lang kieli språk sprache education
    degree marital occupation`),
} as const
export type Meaning = keyof typeof meanings

export const means = (words: readonly string[], meaning: Meaning): boolean =>
  words.some((word) => meanings[meaning].test(word))

/** Words for places and units, from the widest to the narrowest. */
const placeLevels = [
  anyOf('continent \\w*geo maanosa kontinent'),
  anyOf('\\w*country \\w*countries market maa maassa maasta land landet markkina marknad markt'),
  anyOf(`\\w*region \\w*regions division area \\w*area zone territory alue alueella alueelta område området gebiet
    divisioona divisioonassa`),
  anyOf('state province lääni läänissä maakunta maakunnassa maakunnasta län länet landskap bundesland'),
  anyOf('\\w*county district kunta kunnassa kunnasta kotikunta kommun kommunen landkreis bezirk'),
  anyOf('city cities town \\w*kaupunki \\w*kaupungissa \\w*kaupungista stad staden stadt ort'),
  anyOf('department dept terminal osasto osastolla osastosi avdelning avdelningen abteilung'),
  anyOf('section category class tuoteryhmä luokka kategoria kategori klass klasse kategorie'),
  anyOf(`store shop branch site office outlet location unit facility hospital ward clinic school restaurant hotel gate
    \\w*gate platform team destination airport station myymälä myymälässä kauppa kaupassa toimipiste
    toimipisteessä yksikkö yksikössä tiimi tiimissä butik butiken affär enhet enheten filiale markt standort einheit`),
  anyOf('item product tuote produkt artikel'),
] as const

/** How narrow a place the header names: 0 the widest; null when it names none. */
export function placeLevel(words: readonly string[]): number | null {
  const found = placeLevels.findIndex((level) => words.some((word) => level.test(word)))
  return found < 0 ? null : found
}
/** A category or a product makes a level below others, not a view of its own. */
export const standsAlone = (level: number): boolean => level !== 7 && level !== 9

/** Texts that mean no answer wherever they stand. */
export const isBlankText = (text: string): boolean =>
  /^(?:\(?blank\)?|n\/a|#(?:n\/a|(?:null|div\/0|ref|value|num|spill|calc)!|name\?)|null|nan|not available|missing|no answer|no response|-+|—|ei vastausta|inget svar|keine angabe)$/i.test(
    text,
  )

const noAnswer =
  /^(?:iap|dk|na|n\/a|none given|no answer|no response|no ans|refused|refuse|ref|dont know|don t know|do not know|cant choose|can t choose|cannot choose|na excluded|excluded|not applicable|inapplicable|not asked|not ascertained|not available|not stated|skipped|skip|missing|blank|uncodable|uncodeable|undecided dk|no opinion|prefer not to (?:say|answer)|ei vastausta|ei vastannut|en osaa sanoa|eos|ei koske|ei halua vastata|vet ej|vet inte|vill ej svara|inget svar|ej svar|ej relevant|weiß nicht|weiss nicht|keine angabe|keine antwort|trifft nicht zu)$/

/** Whether a label says that the question was not answered: `DK`, `Can?t choose`, `IAP,DK,NA` … */
export function isMissingLabel(label: string): boolean {
  const parts = label
    .split(/[,;/&]|\bor\b/i)
    .map((part) =>
      fold(part)
        .replace(/[?'’´`.-]+/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((part) => part !== '')
  const whole = fold(label).trim()
  return whole === 'n/a' || (parts.length > 0 && parts.every((part) => noAnswer.test(part)))
}

const yesWords = new Set(['yes', 'y', 'true', 'kyllä', 'k', 'joo', 'ja', 'j', 'tosi', 'sant', 'wahr', '1'])
const noWords = new Set(['no', 'n', 'false', 'ei', 'e', 'nej', 'nein', 'epätosi', 'falskt', 'falsch', '0'])

/** Which of two texts means yes; null when they are no yes and no. */
export function yesOf(texts: readonly string[]): { yes: string; no: string } | null {
  const yes = texts.find((text) => yesWords.has(fold(text)))
  const no = texts.find((text) => noWords.has(fold(text)))
  return texts.length === 2 && yes !== undefined && no !== undefined ? { yes, no } : null
}

/** Answers that say the best that can be said, so that their share is a figure to follow. */
export const isGood = (label: string): boolean =>
  /^(?:very (?:happy|satisfied|good|likely|important|easy)|extremely \w+|excellent|a great deal|strongly agree|satisfied|agree strongly|tyytyväinen|erittäin (?:hyvä|tyytyväinen)|nöjd|mycket (?:bra|nöjd)|zufrieden|sehr (?:gut|zufrieden)|exciting)$/i.test(
    label.trim(),
  )

/** Words the definition itself needs, by locale. */
export const said = {
  yes: { en: 'Yes', fi: 'Kyllä', sv: 'Ja', de: 'Ja' },
  no: { en: 'No', fi: 'Ei', sv: 'Nej', de: 'Nein' },
  all: { en: 'All', fi: 'Kaikki', sv: 'Alla', de: 'Alle' },
  overview: { en: 'Overview', fi: 'Yleiskuva', sv: 'Översikt', de: 'Übersicht' },
  rankings: { en: 'Rankings', fi: 'Vertailu', sv: 'Jämförelse', de: 'Vergleich' },
  answers: { en: 'Answers', fi: 'Vastaukset', sv: 'Svar', de: 'Antworten' },
  comments: { en: 'Comments', fi: 'Kommentit', sv: 'Kommentarer', de: 'Kommentare' },
  background: { en: 'Background', fi: 'Taustatiedot', sv: 'Bakgrund', de: 'Hintergrund' },
  time: { en: 'Time', fi: 'Aika', sv: 'Tid', de: 'Zeit' },
  oneEach: {
    en: 'One answer per customer',
    fi: 'Yksi vastaus asiakkaalta',
    sv: 'Ett svar per kund',
    de: 'Eine Antwort pro Kunde',
  },
  interviews: { en: 'Interviews', fi: 'Vastaukset', sv: 'Svar', de: 'Antworten' },
  source: { en: 'Source', fi: 'Lähde', sv: 'Källa', de: 'Quelle' },
  weighted: { en: 'weighted', fi: 'painotettu', sv: 'viktad', de: 'gewichtet' },
  mean: { en: 'mean', fi: 'keskiarvo', sv: 'medelvärde', de: 'Mittelwert' },
  topBox: { en: 'top two', fi: 'kaksi parasta', sv: 'två bästa', de: 'beste zwei' },
  under: { en: 'Under', fi: 'Alle', sv: 'Under', de: 'Unter' },
} as const satisfies Record<string, Record<Locale, string>>

/** A text for people in each language that there is: what is made here is not in the language of the file. */
export const inAll = (make: (locale: Locale) => string): Record<Locale, string> => ({
  en: make('en'),
  fi: make('fi'),
  sv: make('sv'),
  de: make('de'),
})

const common: Record<Locale, RegExp> = {
  en: /\b(?:the|and|was|is|for|with|not|of|to|very|name|how)\b/gi,
  fi: /\b(?:ja|on|oli|ei|että|mutta|hyvä|hyvin|kuinka|miten|erittäin|nimi|vastaus)\b/gi,
  sv: /\b(?:och|är|var|inte|att|det|som|mycket|hur|för|bra|namn)\b/gi,
  de: /\b(?:und|ist|war|nicht|das|die|der|sehr|wie|für|gut|mit)\b/gi,
}

/** The language most of the texts are in; English when nothing tells. */
export function localeOf(texts: readonly string[]): Locale {
  const all = texts.join(' ')
  const score = (locale: Locale) => (all.match(common[locale]) ?? []).length
  return locales.reduce((best, locale) => (score(locale) > score(best) ? locale : best), 'en')
}
