import type { InterviewTranslation } from '@kaiku/contract/interview.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { fold } from '@kaiku/core/text.ts'
import { inUniverse } from '../db/postgres.ts'
import { bool, json, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { isPersonal } from '../figure/personal.ts'
import type { Translations } from '../interview/stored-translations.ts'
import { storedTranslations } from '../interview/stored-translations.ts'
import { setTranslations } from '../interview-change/mark-interview.ts'
import { type NoticedInterview, tellOfInterviews } from '../live-event/interview-news.ts'
import { namesOf } from '../person/person-name.ts'

const mostLanguages = 20

/** In the order of questions and languages. */
export async function shownTranslations(
  { service }: Pick<Stores, 'service'>,
  translations: Translations,
): Promise<InterviewTranslation[]> {
  const written = Object.entries(translations).flatMap(([question, locales]) =>
    Object.entries(locales).map(([locale, one]) => ({ question, locale, ...one })),
  )
  const names = await namesOf(
    service,
    written.map(({ by }) => by),
  )
  return written.map((one) => ({ ...one, by: names.get(one.by) ?? '' }))
}

type TranslationKey = { readonly question: string; readonly locale: string; readonly text: string }

/**
 * Writes an open answer in another language, in place of what stood there; an empty text takes it away. Searches find it.
 * Throws Fault `invalid` for a question that has no open answer in this interview, or one that tells who answered.
 */
export async function writeTranslation(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  interview: NoticedInterview,
  { question: id, locale, text }: TranslationKey,
): Promise<InterviewTranslation[]> {
  const question = dictionary.questions.get(id)?.question
  const own = [dictionary.universe, dictionary.survey, interview.number]
  const next = await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const { rows } = await query(
      client,
      {
        translations: json(storedTranslations),
        isAnswered: bool,
      },
      `select coalesce(translations, '{}') as translations, answers ? $4 as "isAnswered" from interview
       where universe = $1 and survey = $2 and number = $3 for update`,
      [...own, id],
    )
    const [found] = rows
    if (!found) throw new Fault('not_found', 'There is no such interview.')
    if (question?.type !== 'text' || question.hidden || isPersonal(question) || !found.isAnswered)
      throw new Fault('invalid', 'There is no open answer to translate.', [
        { place: 'question', expected: 'a question with an open answer', found: id },
      ])
    const { [locale]: _, ...others } = found.translations[id] ?? {}
    const said = text === '' ? others : { ...others, [locale]: { text, by: who.userId, at: new Date().toISOString() } }
    if (Object.keys(said).length > mostLanguages) throw new Fault('invalid', `${mostLanguages} languages are enough.`)
    const { [id]: __, ...rest } = found.translations
    const all: Translations = Object.keys(said).length === 0 ? rest : { ...rest, [id]: said }
    const folded = Object.values(all).flatMap((locales) => Object.values(locales).map((one) => fold(one.text)))
    await setTranslations(client, dictionary, interview.number, all, folded.join(' '))
    await tellOfInterviews(client, dictionary, [interview])
    return all
  })
  return shownTranslations(stores, next)
}
