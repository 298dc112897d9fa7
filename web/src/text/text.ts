import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { readStored, writeStored } from '../ui/stored.ts'
import type { en } from './en.ts'

export type Texts = Record<keyof typeof en, string>

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    keySeparator: false
    nsSeparator: false
    resources: { translation: typeof en }
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
  await i18next.changeLanguage(locale)
  document.documentElement.lang = locale
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
