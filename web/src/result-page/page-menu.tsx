import {
  IconCalendarWeek,
  IconCopy,
  IconDeviceTv,
  IconDots,
  IconEye,
  IconFileDownload,
  IconLink,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../control/control.tsx'
import { useAt } from '../drill-path/at.tsx'
import { linkTo } from '../drill-path/go.ts'
import { Confirm } from '../overlay/confirm.tsx'
import { Menu } from '../overlay/menu.tsx'
import { setEditing } from '../page/editing.ts'
import { useOwnPages } from '../personal-page/use-own-pages.ts'
import { useOfferedReports } from '../report/offered-reports.ts'
import { LaterReportsDialog } from '../report-dialog/reports-button.tsx'
import { useIdentity } from '../session/identity.ts'
import { startMoreTexts } from '../text/text.ts'
import { withTexts } from '../text/with-texts.ts'

const loadLinks = withTexts('people')(() => import('../counted-link/new-link.tsx'))
const NewLink = lazy(async () => ({ default: (await loadLinks()).NewLink }))

const loadWhoSees = withTexts('people')(() => import('../access/who-sees.tsx'))
const WhoSees = lazy(async () => ({ default: (await loadWhoSees()).WhoSees }))

const loadScreens = withTexts('people')(() => import('../api-key/page-screens.tsx'))
const PageScreens = lazy(async () => ({ default: (await loadScreens()).PageScreens }))

/** What can be done to the page that is open, and to pages of one's own. */
export function PageMenu() {
  const { t } = useTranslation()
  const { permissions, isRoot, isUserAdmin } = useIdentity()
  const { open, begin, copy, remove: removeOwn } = useOwnPages()
  const at = useAt()
  const { survey, page } = at
  const navigate = useNavigate()
  const [asking, setAsking] = useState<AskedProps['what'] | null>(null)
  const offersReports = useOfferedReports(page).length > 0
  const own = open?.own
  const mayEdit = isRoot || permissions.includes('editPages')
  const mayShow = mayEdit && open && !own
  const edit = (what: 'own' | 'survey') => () => setEditing({ survey, what })
  const items = [
    offersReports && {
      title: t('report.title'),
      icon: <IconFileDownload size={16} />,
      onSelect: () => setAsking('reports'),
    },
    own && { title: t('page.editOwn'), icon: <IconPencil size={16} />, onSelect: edit('own') },
    mayEdit && !own && { title: t('page.edit'), icon: <IconPencil size={16} />, onSelect: edit('survey') },
    {
      title: t('page.mondayCard'),
      icon: <IconCalendarWeek size={16} />,
      onSelect: () => void navigate(linkTo({ ...at, page: 'mondaycard' })),
    },
    { title: t('link.title'), icon: <IconLink size={16} />, onSelect: () => setAsking('links') },
    isUserAdmin &&
      open &&
      !own && { title: t('page.whoSees'), icon: <IconEye size={16} />, onSelect: () => setAsking('whoSees') },
    mayShow && { title: t('page.screens'), icon: <IconDeviceTv size={16} />, onSelect: () => setAsking('screens') },
    open && { title: t('page.copyOwn'), icon: <IconCopy size={16} />, onSelect: copy },
    { title: t('page.newOwn'), icon: <IconPlus size={16} />, onSelect: () => begin() },
  ]
  const remove = {
    title: t('page.deleteOwn'),
    icon: <IconTrash size={16} />,
    onSelect: () => startMoreTexts('people').then(() => setAsking('delete')),
  }
  return (
    <>
      <Menu
        label={t('page.menu')}
        align="end"
        trigger={(wiring) => (
          <IconButton {...wiring} label={t('page.menu')} small>
            <IconDots size={18} />
          </IconButton>
        )}
        groups={[{ items }, { items: [own && remove] }]}
      />
      {asking !== null && <Asked what={asking} onRemove={removeOwn} onClose={() => setAsking(null)} />}
    </>
  )
}

type AskedProps = {
  what: 'delete' | 'reports' | 'links' | 'whoSees' | 'screens'
  onRemove: (id: string) => Promise<unknown>
  onClose: () => void
}

function Asked({ what, onRemove, onClose }: AskedProps) {
  const { t } = useTranslation()
  const { survey } = useAt()
  const { open } = useOwnPages()
  const own = open?.own
  return (
    <Suspense fallback={null}>
      {what === 'reports' && <LaterReportsDialog onClose={onClose} />}
      {what === 'links' && (
        <NewLink
          survey={survey}
          title={open?.title ?? ''}
          path={`${window.location.pathname}${window.location.search}`}
          onClose={onClose}
        />
      )}
      {what === 'whoSees' && open && <WhoSees page={open} drafted={null} onClose={onClose} />}
      {what === 'screens' && <PageScreens onClose={onClose} />}
      {what === 'delete' && own && (
        <Confirm
          title={t('page.deleteOwn')}
          act={t('page.deleteOwn')}
          onConfirm={() => {
            onClose()
            void onRemove(own.id)
          }}
          onClose={onClose}
        >
          {t('page.deleteOwnWhy', { title: open.title })}
        </Confirm>
      )}
    </Suspense>
  )
}
