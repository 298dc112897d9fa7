import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { initReactI18next } from 'react-i18next'
import { readStored, writeStored } from '../browser/stored.ts'
import type { alertEn } from './alert-en.ts'
import type { blockEn } from './block-en.ts'
import type { campaignEn } from './campaign-en.ts'
import type { codeEn } from './code-en.ts'
import type { codebookEn } from './codebook-en.ts'
import type { componentEn } from './component-en.ts'
import type { effectEn } from './effect-en.ts'
import type { en } from './en.ts'
import type { formEn } from './form-en.ts'
import { gathered } from './gathered.ts'
import type { healthEn } from './health-en.ts'
import type { integrityEn } from './integrity-en.ts'
import type { mappingEn } from './mapping-en.ts'
import type { messageEn } from './message-en.ts'
import type { newSurveyEn } from './new-survey-en.ts'
import type { peopleEn } from './people-en.ts'
import type { placeEn } from './place-en.ts'
import type { proofEn } from './proof-en.ts'
import type { reasonEn } from './reason-en.ts'
import type { reportEn } from './report-en.ts'
import type { ruleEn } from './rule-en.ts'
import type { sampleEn } from './sample-en.ts'
import type { scheduleEn } from './schedule-en.ts'
import type { scriptEn } from './script-en.ts'
import type { sqlEn } from './sql-en.ts'
import type { surveyCopyEn } from './survey-copy-en.ts'
import type { usageEn } from './usage-en.ts'
import type { webhookEn } from './webhook-en.ts'
import type { workEn } from './work-en.ts'

export type Texts = Record<keyof typeof en, string>
export type AlertTexts = Record<keyof typeof alertEn, string>
export type CampaignTexts = Record<keyof typeof campaignEn, string>
export type CodebookTexts = Record<keyof typeof codebookEn, string>
export type BlockTexts = Record<keyof typeof blockEn, string>
export type SurveyCopyTexts = Record<keyof typeof surveyCopyEn, string>
export type CodeTexts = Record<keyof typeof codeEn, string>
export type FormTexts = Record<keyof typeof formEn, string>
export type MappingTexts = Record<keyof typeof mappingEn, string>
export type MessageTexts = Record<keyof typeof messageEn, string>
export type NewSurveyTexts = Record<keyof typeof newSurveyEn, string>
export type SampleTexts = Record<keyof typeof sampleEn, string>
export type ComponentTexts = Record<keyof typeof componentEn, string>
export type PeopleTexts = Record<keyof typeof peopleEn, string>
export type ScriptTexts = Record<keyof typeof scriptEn, string>
export type SqlTexts = Record<keyof typeof sqlEn, string>
export type IntegrityTexts = Record<keyof typeof integrityEn, string>
export type HealthTexts = Record<keyof typeof healthEn, string>
export type UsageTexts = Record<keyof typeof usageEn, string>
export type WebhookTexts = Record<keyof typeof webhookEn, string>
export type RuleTexts = Record<keyof typeof ruleEn, string>
export type EffectTexts = Record<keyof typeof effectEn, string>
export type ReportTexts = Record<keyof typeof reportEn, string>
export type ScheduleTexts = Record<keyof typeof scheduleEn, string>
export type ProofTexts = Record<keyof typeof proofEn, string>
export type PlaceTexts = Record<keyof typeof placeEn, string>
export type WorkTexts = Record<keyof typeof workEn, string>
export type ReasonTexts = Record<keyof typeof reasonEn, string>

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    keySeparator: false
    nsSeparator: false
    resources: {
      translation: typeof en &
        typeof peopleEn &
        typeof componentEn &
        typeof alertEn &
        typeof campaignEn &
        typeof codebookEn &
        typeof blockEn &
        typeof surveyCopyEn &
        typeof codeEn &
        typeof scriptEn &
        typeof sqlEn &
        typeof integrityEn &
        typeof usageEn &
        typeof healthEn &
        typeof formEn &
        typeof newSurveyEn &
        typeof mappingEn &
        typeof messageEn &
        typeof sampleEn &
        typeof webhookEn &
        typeof ruleEn &
        typeof effectEn &
        typeof reportEn &
        typeof scheduleEn &
        typeof proofEn &
        typeof workEn &
        typeof placeEn
    }
  }
}

/** The languages that ship complete, by their own names. */
export const locales = { en: 'English', fi: 'Suomi', sv: 'Svenska', de: 'Deutsch' } as const
export type Locale = keyof typeof locales
export const isLocale = (text: string): text is Locale => Object.hasOwn(locales, text)

/** The files of texts. `base` is there from the start; the others come with the screens and components that need them. */
const parts = {
  base: {
    en: async () => (await import('./en.ts')).en,
    fi: async () => (await import('./fi.ts')).fi,
    sv: async () => (await import('./sv.ts')).sv,
    de: async () => (await import('./de.ts')).de,
  },
  alert: {
    en: async () => (await import('./alert-en.ts')).alertEn,
    fi: async () => (await import('./alert-fi.ts')).alertFi,
    sv: async () => (await import('./alert-sv.ts')).alertSv,
    de: async () => (await import('./alert-de.ts')).alertDe,
  },
  place: {
    en: async () => (await import('./place-en.ts')).placeEn,
    fi: async () => (await import('./place-fi.ts')).placeFi,
    sv: async () => (await import('./place-sv.ts')).placeSv,
    de: async () => (await import('./place-de.ts')).placeDe,
  },
  newSurvey: {
    en: async () => (await import('./new-survey-en.ts')).newSurveyEn,
    fi: async () => (await import('./new-survey-fi.ts')).newSurveyFi,
    sv: async () => (await import('./new-survey-sv.ts')).newSurveySv,
    de: async () => (await import('./new-survey-de.ts')).newSurveyDe,
  },
  mapping: {
    en: async () => (await import('./mapping-en.ts')).mappingEn,
    fi: async () => (await import('./mapping-fi.ts')).mappingFi,
    sv: async () => (await import('./mapping-sv.ts')).mappingSv,
    de: async () => (await import('./mapping-de.ts')).mappingDe,
  },
  message: {
    en: async () => (await import('./message-en.ts')).messageEn,
    fi: async () => (await import('./message-fi.ts')).messageFi,
    sv: async () => (await import('./message-sv.ts')).messageSv,
    de: async () => (await import('./message-de.ts')).messageDe,
  },
  sample: {
    en: async () => (await import('./sample-en.ts')).sampleEn,
    fi: async () => (await import('./sample-fi.ts')).sampleFi,
    sv: async () => (await import('./sample-sv.ts')).sampleSv,
    de: async () => (await import('./sample-de.ts')).sampleDe,
  },
  campaign: {
    en: async () => (await import('./campaign-en.ts')).campaignEn,
    fi: async () => (await import('./campaign-fi.ts')).campaignFi,
    sv: async () => (await import('./campaign-sv.ts')).campaignSv,
    de: async () => (await import('./campaign-de.ts')).campaignDe,
  },
  codebook: {
    en: async () => (await import('./codebook-en.ts')).codebookEn,
    fi: async () => (await import('./codebook-fi.ts')).codebookFi,
    sv: async () => (await import('./codebook-sv.ts')).codebookSv,
    de: async () => (await import('./codebook-de.ts')).codebookDe,
  },
  surveyCopy: {
    en: async () => (await import('./survey-copy-en.ts')).surveyCopyEn,
    fi: async () => (await import('./survey-copy-fi.ts')).surveyCopyFi,
    sv: async () => (await import('./survey-copy-sv.ts')).surveyCopySv,
    de: async () => (await import('./survey-copy-de.ts')).surveyCopyDe,
  },
  block: {
    en: async () => (await import('./block-en.ts')).blockEn,
    fi: async () => (await import('./block-fi.ts')).blockFi,
    sv: async () => (await import('./block-sv.ts')).blockSv,
    de: async () => (await import('./block-de.ts')).blockDe,
  },
  sql: {
    en: async () => (await import('./sql-en.ts')).sqlEn,
    fi: async () => (await import('./sql-fi.ts')).sqlFi,
    sv: async () => (await import('./sql-sv.ts')).sqlSv,
    de: async () => (await import('./sql-de.ts')).sqlDe,
  },
  integrity: {
    en: async () => (await import('./integrity-en.ts')).integrityEn,
    fi: async () => (await import('./integrity-fi.ts')).integrityFi,
    sv: async () => (await import('./integrity-sv.ts')).integritySv,
    de: async () => (await import('./integrity-de.ts')).integrityDe,
  },
  usage: {
    en: async () => (await import('./usage-en.ts')).usageEn,
    fi: async () => (await import('./usage-fi.ts')).usageFi,
    sv: async () => (await import('./usage-sv.ts')).usageSv,
    de: async () => (await import('./usage-de.ts')).usageDe,
  },
  script: {
    en: async () => (await import('./script-en.ts')).scriptEn,
    fi: async () => (await import('./script-fi.ts')).scriptFi,
    sv: async () => (await import('./script-sv.ts')).scriptSv,
    de: async () => (await import('./script-de.ts')).scriptDe,
  },
  code: {
    en: async () => (await import('./code-en.ts')).codeEn,
    fi: async () => (await import('./code-fi.ts')).codeFi,
    sv: async () => (await import('./code-sv.ts')).codeSv,
    de: async () => (await import('./code-de.ts')).codeDe,
  },
  form: {
    en: async () => (await import('./form-en.ts')).formEn,
    fi: async () => (await import('./form-fi.ts')).formFi,
    sv: async () => (await import('./form-sv.ts')).formSv,
    de: async () => (await import('./form-de.ts')).formDe,
  },
  people: {
    en: async () => (await import('./people-en.ts')).peopleEn,
    fi: async () => (await import('./people-fi.ts')).peopleFi,
    sv: async () => (await import('./people-sv.ts')).peopleSv,
    de: async () => (await import('./people-de.ts')).peopleDe,
  },
  component: {
    en: async () => (await import('./component-en.ts')).componentEn,
    fi: async () => (await import('./component-fi.ts')).componentFi,
    sv: async () => (await import('./component-sv.ts')).componentSv,
    de: async () => (await import('./component-de.ts')).componentDe,
  },
  rule: {
    en: async () => (await import('./rule-en.ts')).ruleEn,
    fi: async () => (await import('./rule-fi.ts')).ruleFi,
    sv: async () => (await import('./rule-sv.ts')).ruleSv,
    de: async () => (await import('./rule-de.ts')).ruleDe,
  },
  effect: {
    en: async () => (await import('./effect-en.ts')).effectEn,
    fi: async () => (await import('./effect-fi.ts')).effectFi,
    sv: async () => (await import('./effect-sv.ts')).effectSv,
    de: async () => (await import('./effect-de.ts')).effectDe,
  },
  webhook: {
    en: async () => (await import('./webhook-en.ts')).webhookEn,
    fi: async () => (await import('./webhook-fi.ts')).webhookFi,
    sv: async () => (await import('./webhook-sv.ts')).webhookSv,
    de: async () => (await import('./webhook-de.ts')).webhookDe,
  },
  report: {
    en: async () => (await import('./report-en.ts')).reportEn,
    fi: async () => (await import('./report-fi.ts')).reportFi,
    sv: async () => (await import('./report-sv.ts')).reportSv,
    de: async () => (await import('./report-de.ts')).reportDe,
  },
  schedule: {
    en: async () => (await import('./schedule-en.ts')).scheduleEn,
    fi: async () => (await import('./schedule-fi.ts')).scheduleFi,
    sv: async () => (await import('./schedule-sv.ts')).scheduleSv,
    de: async () => (await import('./schedule-de.ts')).scheduleDe,
  },
  proof: {
    en: async () => (await import('./proof-en.ts')).proofEn,
    fi: async () => (await import('./proof-fi.ts')).proofFi,
    sv: async () => (await import('./proof-sv.ts')).proofSv,
    de: async () => (await import('./proof-de.ts')).proofDe,
  },
  health: {
    en: async () => (await import('./health-en.ts')).healthEn,
    fi: async () => (await import('./health-fi.ts')).healthFi,
    sv: async () => (await import('./health-sv.ts')).healthSv,
    de: async () => (await import('./health-de.ts')).healthDe,
  },
  work: {
    en: async () => (await import('./work-en.ts')).workEn,
    fi: async () => (await import('./work-fi.ts')).workFi,
    sv: async () => (await import('./work-sv.ts')).workSv,
    de: async () => (await import('./work-de.ts')).workDe,
  },
  // Why something was refused: brought with the first refusal.
  reason: {
    en: async () => (await import('./reason-en.ts')).reasonEn,
    fi: async () => (await import('./reason-fi.ts')).reasonFi,
    sv: async () => (await import('./reason-sv.ts')).reasonSv,
    de: async () => (await import('./reason-de.ts')).reasonDe,
  },
} satisfies Record<string, Record<Locale, () => Promise<Partial<AllTexts>>>>
type Part = keyof typeof parts
const wanted = new Set<Part>(['base'])

type AllTexts = Texts &
  AlertTexts &
  CampaignTexts &
  CodebookTexts &
  BlockTexts &
  SurveyCopyTexts &
  CodeTexts &
  FormTexts &
  SampleTexts &
  ScriptTexts &
  IntegrityTexts &
  SqlTexts &
  MappingTexts &
  UsageTexts &
  HealthTexts &
  NewSurveyTexts &
  MessageTexts &
  PeopleTexts &
  ComponentTexts &
  WebhookTexts &
  RuleTexts &
  EffectTexts &
  ReportTexts &
  ScheduleTexts &
  ProofTexts &
  WorkTexts &
  PlaceTexts &
  ReasonTexts
const shipped = gathered((locale: Locale, part: Part): Promise<Partial<AllTexts>> => parts[part][locale]())

let settling = Promise.resolve()
const preferred = (): Locale =>
  [readStored('locale') ?? '', ...navigator.languages.map((tag) => tag.slice(0, 2))].find(isLocale) ?? 'en'

/** Starts the texts in the remembered language, else the browser's. A key without a text shows itself. */
export function startTexts(): Promise<void> {
  // Whoever wishes for another language meanwhile comes after.
  settling = begin()
  return settling
}

async function begin() {
  await i18next.use(initReactI18next).init({
    lng: preferred(),
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
    resources: {},
    react: { bindI18nStore: 'added' },
  })
  await switchTo(preferred())
}

/** Changes the language of everything on the screen. */
async function switchTo(locale: Locale) {
  const missing = () => [...wanted].filter((part) => !shipped.has(locale, part))
  // More may be wanted while these come.
  while (missing().length > 0) await Promise.all(missing().map((part) => shipped.bring(locale, part)))
  build(locale)
  await i18next.changeLanguage(locale)
  document.documentElement.lang = locale
}

type Layer = 'universe' | 'survey'
type OwnTexts = Partial<Record<Locale, Record<string, string>>>
const own: Record<Layer, OwnTexts> = { universe: {}, survey: {} }

/** The shipped texts, over them the universe's, over them the survey's. */
function build(locale: Locale) {
  const texts = { ...shipped.of(locale), ...own.universe[locale], ...own.survey[locale] }
  // What somebody said before in their own words must not stay.
  i18next.removeResourceBundle(locale, 'translation')
  i18next.addResourceBundle(locale, 'translation', texts)
}

/** A universe and a survey may say any text in their own words; what either said before is forgotten. */
export function overrideTexts(layer: Layer, texts: OwnTexts) {
  // Whoever says nothing of their own has nothing on the screen said anew.
  const written = (all: OwnTexts) =>
    JSON.stringify(Object.entries(all).filter(([, one]) => Object.keys(one).length > 0))
  if (written(own[layer]) === written(texts)) return
  own[layer] = texts
  for (const locale of shipped.locales()) build(locale)
}

/** Brings texts that are not there from the start, now and with every other language. */
export async function startMoreTexts(part: Exclude<Part, 'base'>) {
  wanted.add(part)
  let locale: string
  // The language may change while they come.
  do {
    locale = i18next.language
    if (!isLocale(locale) || shipped.has(locale, part)) continue
    await shipped.bring(locale, part)
    build(locale)
  } while (locale !== i18next.language)
}

const all = Object.keys(locales).filter(isLocale)
let offered: readonly Locale[] = all
let wished: Locale | undefined
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The languages that the universe offers, the default first. */
export const useOfferedLocales = (): readonly Locale[] => useSyncExternalStore(subscribe, () => offered)

/** The offered languages to choose from, and the present one where it is not offered. */
export function useLocaleChoices(present: string): { value: string; title: string }[] {
  const known: string[] = [...useOfferedLocales()]
  const values = known.includes(present) ? known : [...known, present]
  return values.map((value) => ({ value, title: isLocale(value) ? locales[value] : value }))
}

/** The wished language where it is offered, else the default. */
const admitted = (): Locale => {
  const wish = wished ?? preferred()
  return offered.includes(wish) ? wish : (offered[0] ?? 'en')
}
/** One change after another, so that the last wish is what stays. */
function settle(): Promise<void> {
  settling = settling.then(async () => {
    if (i18next.language !== admitted()) await switchTo(admitted())
  })
  return settling
}

/** Narrows the languages to those of a universe, the default first; whose language is not among them reads the default. */
export async function offerLocales(next: readonly Locale[] = all) {
  if (next.join() !== offered.join()) {
    offered = next.length === 0 ? all : next
    for (const listener of listeners) listener()
  }
  await settle()
}

export async function chooseLocale(locale: Locale) {
  writeStored('locale', locale)
  wished = locale
  await settle()
}

/** The language of this one screen, whatever the browser was told; the browser is not told anything. */
export async function speakHere(locale: Locale) {
  wished = locale
  await settle()
}

/** The account's language, where this browser was not told another. */
export async function suggestLocale(locale: string) {
  if (readStored('locale') !== null || !isLocale(locale)) return
  wished = locale
  await settle()
}
