import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { identityOf, universeOfTab, useSession } from '../session/session.ts'
import { overrideTexts } from '../text/text.ts'
import { showLook } from './brand.ts'
import { brandingQuery, universeQuery } from './universe.queries.ts'

/** Gives the whole app the look and the texts of the universe that the tab is in. Shows nothing itself. */
export function UniverseLook() {
  const { i18n } = useTranslation()
  const identity = identityOf(useSession())
  const name = universeOfTab()
  const own = useQuery({ ...universeQuery(name), enabled: identity !== null && identity.surveys.length > 0 })
  const door = useQuery({ ...brandingQuery(name), enabled: identity === null })
  const shown = identity === null ? door.data : own.data
  useEffect(() => showLook(shown), [shown])
  useEffect(() => {
    if (!own.data) return
    const { texts, support } = own.data
    const said = Object.entries(support).flatMap(([key, text]) =>
      text === '' ? [] : [[`support.contact.${key}`, text]],
    )
    const words = Object.entries(texts).find(([locale]) => locale === i18n.language)?.[1] ?? {}
    overrideTexts(i18n.language, { ...Object.fromEntries(said), ...words })
  }, [own.data, i18n.language])
  return null
}
