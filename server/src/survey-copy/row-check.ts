import { qualityFlag } from '@kaiku/contract/interview.ts'
import { z } from 'zod'
import { storedTranslations } from '../interview/stored-translations.ts'
import { storedTopics } from '../topic-correction/stored-topics.ts'
import type { Row } from '../universe-copy/archive.ts'
import { damaged, rowsName } from '../universe-copy/manifest.ts'

const number = z.int().min(1).max(100_000)
const node = z.looseObject({
  view: z.string(),
  number: z.int().min(1),
  parent: z.int().min(1).nullish(),
  id: z.string().min(1).max(1_000),
})

const shapes: Readonly<Record<string, z.ZodType>> = {
  question_column: z.looseObject({ number }),
  view_column: z.looseObject({ number }),
  node,
  script: z.looseObject({ source: z.string().max(1_000_000) }),
  interview: z.looseObject({
    row_key: z.string().min(1).max(10_000),
    original: z.record(z.string(), z.unknown()).nullish(),
    matched: z.record(z.string(), z.string()).nullish(),
    leaves: z.array(z.int().min(0)).max(1_000),
    tags: z.array(z.string().max(1_000)).max(1_000).nullish(),
    quality: z.array(qualityFlag).nullish(),
    translations: storedTranslations.nullish(),
    topics: storedTopics.nullish(),
  }),
}

/**
 * Holds rows of an archive against what Kaiku itself writes: a survey’s importer need not be root, and nobody else may
 * suffer by what they bring. `check` throws Fault `invalid`, and so does `end` where places stand in a circle.
 */
export function rowChecks() {
  const parents = new Map<string, string | null>()
  const key = (view: string, place: number) => `${place} ${view}`
  return {
    check(table: string, row: Row): void {
      const place = rowsName(table)
      if (shapes[table] && !shapes[table].safeParse(row).success) throw damaged(place)
      if (table !== 'node') return
      const { view, number: own, parent } = node.parse(row)
      parents.set(key(view, own), parent ? key(view, parent) : null)
    },
    end(): void {
      const isSound = new Set<string>()
      for (const start of parents.keys()) {
        const way = new Set<string>()
        let at: string | null = start
        while (at !== null && !isSound.has(at)) {
          if (way.has(at)) throw damaged(rowsName('node'))
          way.add(at)
          at = parents.get(at) ?? null
        }
        for (const one of way) isSound.add(one)
      }
    },
  }
}
