import type { Component } from '@kaiku/contract/page.ts'
import type { PersonalPage } from '@kaiku/contract/personal-page.ts'
import { type Localised, localise } from '@kaiku/core/localised.ts'
import { ownPageName } from '@kaiku/core/own-page.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useIdentity } from '../session/identity.ts'
import { besides } from '../session/side-view.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { openPages } from './open-pages.ts'
import { personalPagesQuery } from './personal-page.queries.ts'

/** A page as it stands in the menu and opens. */
export type ShownPage = {
  extname: string
  title: string
  icon: string
  selectionInterval?: string | undefined
  components: Component[]
  /** The viewer's own; absent: the survey's. */
  own?: PersonalPage
  /** Not published as it is shown, so its figures are asked for one by one. */
  isDraft?: true
}

/** What this frame is to show in place of a published page. */
const drafts: readonly ShownPage[] = besides?.page
  ? [{ ...besides.page, components: besides.page.components as Component[], isDraft: true }]
  : []
const isDrafted = (name: string) => drafts.some(({ extname }) => extname === name)

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/**
 * The survey's pages and the viewer's own; `isKnown`: false while the own ones have not come. `menu`: the survey's that the
 * viewer's rights leave something of.
 */
export function usePages() {
  const { i18n } = useTranslation()
  const { survey } = useSurvey()
  const { permissions } = useIdentity()
  const { data, isPending } = useQuery(personalPagesQuery(survey.extName))
  const own = (data ?? []).map(
    (one): ShownPage => ({
      extname: ownPageName(one.id),
      title: localise((one.page.title ?? '') as Localised, i18n.language, survey.locale),
      icon: textOf(one.page.icon) ?? 'star',
      selectionInterval: textOf(one.page.selectionInterval),
      components: one.components,
      own: one,
    }),
  )
  const shared: readonly ShownPage[] = [...survey.pages.filter(({ extname }) => !isDrafted(extname)), ...drafts]
  return { shared, menu: openPages(shared, permissions), own, isKnown: !isPending, all: [...shared, ...own] }
}
