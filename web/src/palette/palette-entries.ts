import { parsePath } from '@kaiku/core/drill-path.ts'
import { keepTree, placeTreeFilter } from '@kaiku/core/place-time.ts'
import { fold } from '@kaiku/core/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseTheme } from '../browser/theme.ts'
import { explorePage, startOf, useAt, useHere, useScope, viewOf } from '../drill-path/at.tsx'
import { useGo } from '../drill-path/go.ts'
import { setEditing } from '../page/editing.ts'
import { useOpenPage, useOpenSurvey } from '../page/open-page.ts'
import { usePages } from '../page/pages.ts'
import { placesQuery } from '../place/place.queries.ts'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useAdministration } from '../start/administration.tsx'
import { surveysQuery } from '../survey/survey.queries.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { chooseLocale, locales, useOfferedLocales } from '../text/text.ts'
import { useHelp, useOthers } from './palette-others.ts'

export type EntryKind =
  | 'filter'
  | 'page'
  | 'place'
  | 'survey'
  | 'screen'
  | 'action'
  | 'person'
  | 'rule'
  | 'alert'
  | 'help'
export type Entry = { kind: EntryKind; id: string; title: string; note?: string; run: () => void }

export type Ways = { onShortcuts: () => void; onSupport: () => void }

/** Everything the palette offers for a text. Places are searched on the server. */
export function useEntries(text: string, { onShortcuts, onSupport }: Ways): Entry[] {
  const { t, i18n } = useTranslation()
  const at = useAt()
  const go = useGo()
  const openPage = useOpenPage()
  const openSurvey = useOpenSurvey()
  const actions = useActions(onShortcuts)
  const doors = useAdministration(at.survey)
  const others = useOthers(fold(text.trim()))
  const helps = useHelp(onSupport)
  const navigate = useNavigate()
  const { locale, loadCount } = useScope()
  const query = useDeferredValue(text.trim())
  const surveys = useQuery(surveysQuery(i18n.language)).data ?? []
  const places = useQuery({
    ...placesQuery({
      survey: at.survey,
      view: viewOf(at),
      query,
      locale,
      loadCount,
      tree: at.selection.get(placeTreeFilter)?.[0],
    }),
    enabled: query !== '',
  })
  const wanted = fold(text.trim())
  const fits = (entry: Entry) => wanted === '' || fold(entry.title).includes(wanted)
  const { menu, own } = usePages()
  const pages = [...menu, ...own].map((page): Entry => {
    return { kind: 'page', id: page.extname, title: page.title, run: () => void openPage(page.extname) }
  })
  const explore: Entry[] = [
    { kind: 'page', id: explorePage, title: t('explore.title'), run: () => go({ page: explorePage }) },
  ]
  const found = (query === '' ? [] : (places.data ?? [])).flatMap((node): Entry[] => {
    const path = parsePath(node.path)
    if (!path.ok) return []
    const note = node.above.length > 0 ? { note: node.above.join(' › ') } : {}
    return [{ kind: 'place', id: node.path, title: node.name, ...note, run: () => go({ path: path.value }) }]
  })
  const otherSurveys = surveys
    .filter((one) => one.extName !== at.survey)
    .map(
      (one): Entry => ({ kind: 'survey', id: one.extName, title: one.title, run: () => void openSurvey(one.extName) }),
    )
  const screens = doors.map(({ title, path }): Entry => {
    return { kind: 'screen', id: path, title, run: () => void navigate({ to: ownAddress(path) }) }
  })
  return [
    ...[...pages, ...explore].filter(fits),
    ...found,
    ...others.filter(fits),
    ...[...otherSurveys, ...screens, ...actions, ...helps].filter(fits),
  ]
}

function useActions(onShortcuts: () => void): Entry[] {
  const { t, i18n } = useTranslation()
  const go = useGo()
  const here = useHere()
  const offered = useOfferedLocales()
  const { survey } = useSurvey()
  const { permissions, isRoot, isReadOnly } = useIdentity()
  const mayEdit = !isReadOnly && (isRoot || permissions.includes('editPages'))
  const start = startOf(survey.startPath, survey.startFilter)
  const action = (id: string, title: string, run: () => void): Entry => ({ kind: 'action', id, title, run })
  return [
    action('reset', t('filter.reset'), () => go({ selection: keepTree(here.current.selection, start.selection) })),
    action('clear', t('filter.clearAll'), () => go({ selection: keepTree(here.current.selection, new Map()) })),
    action('light', t('action.light'), () => chooseTheme('light')),
    action('dark', t('action.dark'), () => chooseTheme('dark')),
    ...(mayEdit ? [action('edit', t('page.edit'), () => setEditing({ survey: survey.extName, what: 'survey' }))] : []),
    ...offered
      .filter((locale) => locale !== i18n.language)
      .map((locale) => action(locale, locales[locale], () => void chooseLocale(locale))),
    action('shortcuts', t('shortcut.title'), onShortcuts),
  ]
}
