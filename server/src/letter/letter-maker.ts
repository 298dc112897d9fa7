import type { Stores } from '../db/stores.ts'
import { setLetters } from '../letter-text/letter-file.ts'
import { compileLetter, type KeptLetter } from '../letter-text/letter-text.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { contentOf } from '../template/template.ts'
import type { StoredBatch } from './letter.store.ts'

export type LetterMaker = {
  readonly set: (letters: readonly KeptLetter[], signal: AbortSignal) => ReturnType<typeof setLetters>
}

/** What makes letters of a batch as they were, however often. Throws Error where their template is gone. */
export async function letterMaker(stores: Stores, batch: StoredBatch): Promise<LetterMaker> {
  const { universe, template, version, look, name } = batch
  const dictionary = await surveyByNumber(stores, batch.survey)
  const content = await contentOf(stores.service, universe, template, version)
  if (content?.kind !== 'letter') throw new Error('the template of the letters is gone')
  const compiled = new Map<string, ReturnType<typeof compileLetter>>()
  const inLanguage = (locale: string) => {
    const made = compiled.get(locale) ?? compileLetter(content, { dictionary, locale })
    compiled.set(locale, made)
    return made
  }
  const called = { title: name, locale: dictionary.definition.settings.locale }
  return {
    set: (letters, signal) =>
      setLetters(
        content,
        look,
        called,
        letters.map((one) => inLanguage(one.locale)(one)),
        signal,
      ),
  }
}
