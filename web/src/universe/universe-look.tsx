import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Reply } from '../call/calls.ts'
import { showLook } from '../control/brand.ts'
import { identityOf, universeOfTab, useSession } from '../session/session.ts'
import { offerLocales, overrideTexts } from '../text/text.ts'
import { brandingQuery, universeQuery } from './universe.queries.ts'

/** Gives the whole app the look and the texts of the universe that the tab is in. Shows nothing itself. */
export function UniverseLook() {
  const identity = identityOf(useSession())
  const name = universeOfTab()
  const own = useQuery({ ...universeQuery(name), enabled: identity !== null && identity.surveys.length > 0 })
  const door = useQuery({ ...brandingQuery(name), enabled: identity === null })
  const shown = identity === null ? door.data : own.data
  useEffect(() => showLook(shown), [shown])
  useEffect(() => void offerLocales(shown?.locales), [shown])
  useEffect(() => overrideTexts('universe', own.data ? wordsOf(own.data) : {}), [own.data])
  return null
}

/** What a universe says in its own words: texts, and who helps. */
function wordsOf({ texts, support, locales }: Reply<'universe.universe'>) {
  const contacts = Object.entries(support).filter(([, text]) => text !== '')
  const said = Object.fromEntries(contacts.map(([key, text]) => [`support.contact.${key}`, text]))
  return Object.fromEntries(locales.map((locale) => [locale, { ...said, ...texts[locale] }]))
}
