import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { readStored, writeStored } from '../ui/stored.ts'
import type { en } from './en.ts'
import type { peopleEn } from './people-en.ts'
import type { reasonEn } from './reason-en.ts'

export type Texts = Record<keyof typeof en, string>
export type PeopleTexts = Record<keyof typeof peopleEn, string>
export type ReasonTexts = Record<keyof typeof reasonEn, string>

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    keySeparator: false
    nsSeparator: false
    resources: { translation: typeof en & typeof peopleEn }
  }
}

/** The languages that ship complete, by their own names. */
export const locales = { en: 'English', fi: 'Suomi', sv: 'Svenska', de: 'Deutsch' } as const
export type Locale = keyof typeof locales
export const isLocale = (text: string): text is Locale => Object.hasOwn(locales, text)

const load: Record<Locale, () => Promise<Texts>> = {
  en: async () => (await import('./en.ts')).en,
  fi: async () => (await import('./fi.ts')).fi,
  sv: async () => (await import('./sv.ts')).sv,
  de: async () => (await import('./de.ts')).de,
}

/** Texts of the screens of administrators, which most people never open. */
const loadMore: Record<Locale, () => Promise<PeopleTexts>> = {
  en: async () => (await import('./people-en.ts')).peopleEn,
  fi: async () => (await import('./people-fi.ts')).peopleFi,
  sv: async () => (await import('./people-sv.ts')).peopleSv,
  de: async () => (await import('./people-de.ts')).peopleDe,
}
let wantsMore = false

/** Why something was refused: nobody needs them at the first sight of a page. */
const loadReasons: Record<Locale, () => Promise<ReasonTexts>> = {
  en: async () => (await import('./reason-en.ts')).reasonEn,
  fi: async () => (await import('./reason-fi.ts')).reasonFi,
  sv: async () => (await import('./reason-sv.ts')).reasonSv,
  de: async () => (await import('./reason-de.ts')).reasonDe,
}

async function addReasons(locale: Locale) {
  i18next.addResourceBundle(locale, 'translation', await loadReasons[locale](), true, false)
}

const preferred = (): Locale =>
  [readStored('locale') ?? '', ...navigator.languages.map((tag) => tag.slice(0, 2))].find(isLocale) ?? 'en'

/** Starts the texts in the remembered language, else the browser's. A key without a text shows itself. */
export async function startTexts() {
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
  if (!i18next.hasResourceBundle(locale, 'translation'))
    i18next.addResourceBundle(locale, 'translation', await load[locale]())
  if (wantsMore) i18next.addResourceBundle(locale, 'translation', await loadMore[locale](), true, false)
  await i18next.changeLanguage(locale)
  void addReasons(locale).catch(console.error)
  document.documentElement.lang = locale
}

/** Brings the texts of the screens of administrators, now and with every other language. */
export async function startPeopleTexts() {
  wantsMore = true
  if (isLocale(i18next.language)) await switchTo(i18next.language)
}

export async function chooseLocale(locale: Locale) {
  writeStored('locale', locale)
  await switchTo(locale)
}

/** The account's language, where this browser was not told another. */
export async function suggestLocale(locale: string) {
  if (readStored('locale') === null && isLocale(locale)) await switchTo(locale)
}

/** A survey may say any text in its own words. */
export const overrideTexts = (locale: string, texts: Record<string, string>) =>
  i18next.addResourceBundle(locale, 'translation', texts, true, true)
