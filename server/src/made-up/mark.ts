import { uiLocales } from '@kaiku/contract/universe.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import { z } from 'zod'
import type { Files } from '../definition/read-definition.ts'

type Locale = (typeof uiLocales)[number]

/** What stands behind the title of a survey or a universe whose answers nobody gave. */
const suffixes: Readonly<Record<Locale, string>> = {
  en: '(made-up answers)',
  fi: '(keksityt vastaukset)',
  sv: '(påhittade svar)',
  de: '(erfundene Antworten)',
}

const notices: Readonly<Record<Locale, string>> = {
  en: 'The answers of this survey are made up. They tell nothing about real people or places.',
  fi: 'Tämän kyselyn vastaukset on keksitty. Ne eivät kerro mitään oikeista ihmisistä tai paikoista.',
  sv: 'Svaren i den här undersökningen är påhittade. De säger ingenting om verkliga människor eller platser.',
  de: 'Die Antworten dieser Umfrage sind erfunden. Sie sagen nichts über wirkliche Menschen oder Orte.',
}

/** One of Kaiku's languages, English where there is none. */
export const localeOf = (wanted: string | undefined): Locale =>
  uiLocales.find((locale) => wanted === locale || wanted?.startsWith(`${locale}-`)) ?? 'en'

/** A title that says that the answers are made up, in at most so many characters. */
export function markedTitle(title: string, locale: Locale, longest: number): string {
  const suffix = ` ${suffixes[locale]}`
  if (Object.values(suffixes).some((known) => title.endsWith(known))) return title
  return `${title.slice(0, longest - suffix.length).trimEnd()}${suffix}`
}

const settings = z.looseObject({
  title: z.union([z.string(), z.record(z.string(), z.string())]),
  locale: z.string().optional(),
})
const longestTitle = 4_000

/** A definition whose survey says of itself, in its title and in a bar over its screens, that its answers are made up. */
export function markedDefinition(files: Files): Files {
  const own = settings.parse(JSON.parse(files.get('settings.json') ?? '{}'))
  const notice = Object.assign({ text: notices[localeOf(own.locale)], texts: notices }, look)
  return new Map([
    ...files,
    ['settings.json', written(Object.assign({}, own, { title: marked(own.title, own.locale) }))],
    ['system-message.json', written(notice)],
  ])
}

const look = { backgroundColor: '#fff3cd', textColor: '#3d2f00', icon: 'warning' }

const marked = (title: Localised, locale: string | undefined): Localised =>
  typeof title === 'string'
    ? markedTitle(title, localeOf(locale), longestTitle)
    : Object.fromEntries(
        Object.entries(title).map(([own, text]) => [own, markedTitle(text, localeOf(own), longestTitle)]),
      )

const written = (content: unknown): string => `${JSON.stringify(content, null, 2)}\n`
