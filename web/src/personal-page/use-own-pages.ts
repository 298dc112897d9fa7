import type { Component } from '@kaiku/contract/page.ts'
import type { WrittenPage } from '@kaiku/contract/page-draft.ts'
import { ownPageName } from '@kaiku/core/own-page.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'
import { useAt } from '../drill-path/at.tsx'
import { useGo } from '../drill-path/go.ts'
import { say } from '../overlay/snackbar.tsx'
import { setEditing } from '../page/editing.ts'
import { usePages } from '../page/pages.ts'
import { personalPagesQuery } from '../page/personal-page.queries.ts'

/** Making and deleting pages of one's own, with what is said about it. */
export function useOwnPages() {
  const { t } = useTranslation()
  const { survey, page } = useAt()
  const go = useGo()
  const client = useQueryClient()
  const { shared, all } = usePages()
  const refresh = () => client.refetchQueries(personalPagesQuery(survey))
  const told = (error: unknown) => say(faultText(error instanceof Error ? error : new Error(String(error)), t))
  const make = (written: WrittenPage) =>
    send('personalPage.create', { survey, page: written }).then(async (made) => {
      // A list that is on its way may be of before.
      const { queryKey } = personalPagesQuery(survey)
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (list = []) => [...list, made])
      go({ page: ownPageName(made.id) })
      setEditing({ survey, what: 'own' })
    }, told)
  const open = all.find(({ extname }) => extname === page)
  return {
    open,
    begin: (components: readonly Component[] = []) => make({ title: t('page.newOwn'), icon: 'star', components }),
    copy: async () => {
      if (!open) return
      const { title, icon, selectionInterval, components } = open
      const interval = selectionInterval === undefined ? {} : { selectionInterval }
      await make(open.own?.page ?? { title, icon, ...interval, components })
    },
    remove: (pageId: string) =>
      send('personalPage.remove', { survey, pageId }).then(async () => {
        go({ page: shared[0]?.extname ?? page })
        await refresh()
        say(t('page.ownDeleted'))
      }, told),
  }
}
