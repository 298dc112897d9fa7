import type { Component } from '@kaiku/contract/page.ts'
import { IconBookmark, IconFileText, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../control/control.tsx'
import { alertsPage, samplesPage } from '../drill-path/at.tsx'
import { useGo } from '../drill-path/go.ts'
import { Menu } from '../overlay/menu.tsx'
import { setEditing } from '../page/editing.ts'
import { usePages } from '../page/pages.ts'
import { useOwnPages } from '../personal-page/use-own-pages.ts'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'

/** Puts what is explored on a page that the viewer may edit: its editor opens with it, and nothing is kept before it is saved. */
export function KeepMenu({ component, quiet = false }: { component: Component; quiet?: boolean }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { permissions, isReadOnly } = useIdentity()
  const go = useGo()
  const { shared, own } = usePages()
  const { begin } = useOwnPages()
  if (isReadOnly) return null
  // Lists of alerts and samples show no components.
  const withFigures = shared.filter(({ extname }) => extname !== alertsPage && extname !== samplesPage)
  const onto = (page: string, what: 'survey' | 'own') => {
    go({ page })
    setEditing({ survey: survey.extName, what, adding: { page, component } })
  }
  const listed = (pages: readonly { extname: string; title: string }[], what: 'survey' | 'own') =>
    pages.map(({ extname, title }) => ({
      title,
      icon: <IconFileText size={16} />,
      onSelect: () => onto(extname, what),
    }))
  return (
    <Menu
      label={t('explore.keep')}
      align="end"
      trigger={(wiring) => (
        <Button {...wiring} primary={!quiet}>
          <IconBookmark size={16} aria-hidden />
          {t('explore.keep')}
        </Button>
      )}
      groups={[
        { items: [{ title: t('page.newOwn'), icon: <IconPlus size={16} />, onSelect: () => begin([component]) }] },
        { heading: t('page.mine'), items: listed(own, 'own') },
        {
          heading: t('explore.surveyPages'),
          items: permissions.includes('editPages') ? listed(withFigures, 'survey') : [],
        },
      ]}
    />
  )
}
