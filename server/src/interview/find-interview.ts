import type { Interview } from '@kaiku/contract/interview.ts'
import { qualityFlag } from '@kaiku/contract/interview.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { z } from 'zod'
import { inUniverse } from '../db/postgres.ts'
import { bool, json, nullable, numbers, query, type Shape, text, texts } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { storedTranslations, type Translations } from './stored-translations.ts'

const storedColumns = {
  number: text,
  day: nullable(text),
  leaves: numbers,
  answers: answersColumn,
  original: nullable(answersColumn),
  corrected: bool,
  tags: texts,
  quality: json(z.array(qualityFlag)),
  translations: json(storedTranslations),
} satisfies Shape

type Stored = {
  readonly number: string
  readonly day: string | null
  readonly leaves: readonly number[]
  readonly answers: Answers
  /** As first imported; null: they still are. */
  readonly original: Answers | null
  readonly corrected: boolean
  readonly tags: string[]
  readonly quality: Interview['quality']
  readonly translations: Translations
}

/** An interview of this survey by its id in addresses. Throws Fault `not_found`. */
export async function storedInterview({ pool }: Stores, dictionary: Dictionary, id: string): Promise<Stored> {
  const { rows } = await inUniverse(pool, dictionary.universe, (client) =>
    query(
      client,
      storedColumns,
      `select number::text, day::text, leaves, answers, original, corrected_by_hand as corrected, coalesce(tags, '{}') as tags,
         coalesce(quality, '[]') as quality, coalesce(translations, '{}') as translations
       from interview
       where id = $3 and universe = $1 and survey = $2`,
      [dictionary.universe, dictionary.survey, id],
    ),
  )
  const [stored] = rows
  if (!stored) throw new Fault('not_found', 'There is no such interview.')
  return stored
}
