import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PeopleQuery } from './mention.queries.ts'
import { firstWords, type Mentionable, mentionsIn } from './mentioned.ts'

/** Whom a text that is sent mentions. What names nobody is said before it goes: whoever sends the same again means it. */
export function useMentions(people: PeopleQuery) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const picked = useRef(new Set<string>())
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const warning: ReactNode = unknown.length > 0 && (
    <p role="alert">{t('mention.unknown', { names: new Intl.ListFormat(i18n.language).format(unknown) })}</p>
  )
  return {
    warning,
    /** What the button that sends is called. */
    named: (act: string) => (unknown.length > 0 ? t('mention.anyway', { act }) : act),
    onPick: ({ userId }: Mentionable) => void picked.current.add(userId),
    /** Null: not yet, something was said first. */
    toTell: async (text: string): Promise<string[] | null> => {
      const asked = await Promise.all(firstWords(text).map((word) => client.fetchQuery(people(word.toLowerCase()))))
      const known = new Map(asked.flat().map((one) => [one.userId, one]))
      const found = mentionsIn(text, [...known.values()], picked.current)
      const isNews = found.unknown.some((name) => !unknown.includes(name))
      setUnknown(isNews ? found.unknown : [])
      return isNews ? null : found.told
    },
  }
}
