import type { Locale } from '../text/text.ts'

/** Beginnings of words as they are compared: in lower case, without accents but those of å, ä and ö. */
type Stems = readonly string[]

/** What selections are said with, besides the survey's own names. */
export type PhraseWords = {
  /** Whole words that say nothing by themselves. */
  readonly fillers: Stems
  readonly not: Stems
  readonly to: Stems
  readonly over: Stems
  readonly under: Stems
  readonly atLeast: Stems
  readonly best: Stems
  readonly worst: Stems
  readonly last: Stems
  readonly present: Stems
  readonly units: {
    readonly days: Stems
    readonly weeks: Stems
    readonly months: Stems
    readonly quarters: Stems
    readonly years: Stems
  }
  readonly today: Stems
  readonly yesterday: Stems
  /** Words that may stand for each other. */
  readonly same: readonly Stems[]
  /** What the filter is called that a range without a name is of. */
  readonly age: Stems
}

export const phraseWords: Readonly<Record<Locale, PhraseWords>> = {
  en: {
    fillers: ['the', 'and', 'in', 'of', 'from', 'for', 'with', 'at', 'only', 'aged', 'years', 'old'],
    not: ['not', 'without', 'except'],
    to: ['to'],
    over: ['over', 'above'],
    under: ['under', 'below'],
    atLeast: ['least'],
    best: ['best', 'top', 'highest'],
    worst: ['worst', 'bottom', 'lowest'],
    last: ['last', 'past', 'previous'],
    present: ['this', 'current'],
    units: { days: ['day'], weeks: ['week'], months: ['month'], quarters: ['quarter'], years: ['year'] },
    today: ['today'],
    yesterday: ['yesterday'],
    same: [
      ['woman', 'women', 'female', 'females'],
      ['man', 'men', 'male', 'males'],
    ],
    age: ['age'],
  },
  fi: {
    fillers: ['ja', 'vain', 'vuotiaat', 'vuotiaita', '-vuotiaat'],
    not: ['ei', 'ilman', 'paitsi'],
    to: ['ja'],
    over: ['yli'],
    under: ['alle'],
    atLeast: ['vähintään'],
    best: ['paras', 'parha', 'paraa', 'korkei'],
    worst: ['huonoi', 'heiko', 'heikoi', 'mataiim', 'matalim'],
    last: ['viime', 'viimei', 'edelli', 'kuluneet'],
    present: ['tämä', 'tänä', 'tässä', 'kuluva'],
    units: {
      days: ['päiv'],
      weeks: ['viik'],
      months: ['kuukau', 'kuu', 'kk'],
      quarters: ['neljänn', 'vuosineljänn', 'kvartaal'],
      years: ['vuosi', 'vuot', 'vuod', 'vuon'],
    },
    today: ['tänään'],
    yesterday: ['eilen'],
    same: [
      ['nainen', 'naiset', 'naisia', 'naisten'],
      ['mies', 'miehet', 'miehiä', 'miesten'],
    ],
    age: ['ikä'],
  },
  sv: {
    fillers: ['den', 'det', 'de', 'och', 'i', 'från', 'av', 'för', 'med', 'bara', 'här', 'åringar', 'år'],
    not: ['inte', 'ej', 'utan', 'utom'],
    to: ['till'],
    over: ['över'],
    under: ['under'],
    atLeast: ['minst'],
    best: ['bäst', 'högst', 'topp'],
    worst: ['sämst', 'lägst'],
    last: ['senast', 'förra', 'föregående'],
    present: ['denna', 'detta', 'innevarande'],
    units: { days: ['dag', 'dygn'], weeks: ['veck'], months: ['månad'], quarters: ['kvartal'], years: ['år'] },
    today: ['idag'],
    yesterday: ['igår'],
    same: [
      ['kvinna', 'kvinnor', 'kvinnlig', 'kvinnliga'],
      ['man', 'män', 'manlig', 'manliga'],
    ],
    age: ['ålder'],
  },
  de: {
    fillers: ['der', 'die', 'das', 'den', 'und', 'in', 'im', 'von', 'vom', 'aus', 'für', 'mit', 'nur', 'jahre', 'alt'],
    not: ['nicht', 'ohne', 'auser'],
    to: ['bis'],
    over: ['uber'],
    under: ['unter'],
    atLeast: ['mindestens'],
    best: ['beste', 'höchst', 'top'],
    worst: ['schlechtest', 'schwächst', 'niedrigst'],
    last: ['letzt', 'vorig', 'vergangen'],
    present: ['diese', 'aktuell', 'laufend'],
    units: { days: ['tag'], weeks: ['woche'], months: ['monat'], quarters: ['quartal'], years: ['jahr'] },
    today: ['heute'],
    yesterday: ['gestern'],
    same: [
      ['frau', 'frauen', 'weiblich', 'weibliche'],
      ['mann', 'männer', 'männlich', 'männliche'],
    ],
    age: ['alter'],
  },
}
