import {
  IconCopy,
  IconDeviceTv,
  IconDots,
  IconEye,
  IconLink,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../control/control.tsx'
import { useAt } from '../drill-path/at.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { Popover, PopoverItem, PopoverLine } from '../overlay/popover.tsx'
import { setEditing } from '../page/editing.ts'
import { useOwnPages } from '../personal-page/use-own-pages.ts'
import { useIdentity } from '../session/identity.ts'
import { startMoreTexts } from '../text/text.ts'
import { withTexts } from '../text/with-texts.ts'

const loadLinks = withTexts('people')(() => import('../counted-link/counted-links.tsx'))
const CountedLinks = lazy(async () => ({ default: (await loadLinks()).CountedLinks }))

const loadWhoSees = withTexts('people')(() => import('../access/who-sees.tsx'))
const WhoSees = lazy(async () => ({ default: (await loadWhoSees()).WhoSees }))

const loadScreens = withTexts('people')(() => import('../api-key/page-screens.tsx'))
const PageScreens = lazy(async () => ({ default: (await loadScreens()).PageScreens }))

/** What can be done to the page that is open, and to pages of one's own. */
export function PageMenu() {
  const { t } = useTranslation()
  const { permissions, isRoot, isUserAdmin } = useIdentity()
  const { open, begin, copy, remove } = useOwnPages()
  const { survey } = useAt()
  const [asking, setAsking] = useState<'delete' | 'links' | 'whoSees' | 'screens' | null>(null)
  const own = open?.own
  const mayEdit = isRoot || permissions.includes('editPages')
  return (
    <>
      <Popover
        label={t('page.menu')}
        align="end"
        trigger={(wiring) => (
          <IconButton {...wiring} label={t('page.menu')} small>
            <IconDots size={18} />
          </IconButton>
        )}
      >
        {(close) => {
          const act = (run: () => unknown) => () => {
            close()
            void run()
          }
          return (
            <>
              {own && (
                <PopoverItem icon={<IconPencil size={16} />} onSelect={act(() => setEditing({ survey, what: 'own' }))}>
                  {t('page.editOwn')}
                </PopoverItem>
              )}
              {mayEdit && !own && (
                <PopoverItem
                  icon={<IconPencil size={16} />}
                  onSelect={act(() => setEditing({ survey, what: 'survey' }))}
                >
                  {t('page.edit')}
                </PopoverItem>
              )}
              <PopoverItem icon={<IconLink size={16} />} onSelect={act(() => setAsking('links'))}>
                {t('link.title')}
              </PopoverItem>
              {isUserAdmin && open && !own && (
                <PopoverItem icon={<IconEye size={16} />} onSelect={act(() => setAsking('whoSees'))}>
                  {t('page.whoSees')}
                </PopoverItem>
              )}
              {mayEdit && open && !own && (
                <PopoverItem icon={<IconDeviceTv size={16} />} onSelect={act(() => setAsking('screens'))}>
                  {t('page.screens')}
                </PopoverItem>
              )}
              {open && (
                <PopoverItem icon={<IconCopy size={16} />} onSelect={act(copy)}>
                  {t('page.copyOwn')}
                </PopoverItem>
              )}
              <PopoverItem icon={<IconPlus size={16} />} onSelect={act(() => begin())}>
                {t('page.newOwn')}
              </PopoverItem>
              {own && (
                <>
                  <PopoverLine />
                  <PopoverItem
                    icon={<IconTrash size={16} />}
                    onSelect={act(() => startMoreTexts('people').then(() => setAsking('delete')))}
                  >
                    {t('page.deleteOwn')}
                  </PopoverItem>
                </>
              )}
            </>
          )
        }}
      </Popover>
      {asking === 'links' && (
        <Suspense fallback={null}>
          <CountedLinks survey={survey} title={open?.title ?? ''} onClose={() => setAsking(null)} />
        </Suspense>
      )}
      {asking === 'whoSees' && open && (
        <Suspense fallback={null}>
          <WhoSees page={open} drafted={null} onClose={() => setAsking(null)} />
        </Suspense>
      )}
      {asking === 'screens' && (
        <Suspense fallback={null}>
          <PageScreens onClose={() => setAsking(null)} />
        </Suspense>
      )}
      {asking === 'delete' && own && (
        <Confirm
          title={t('page.deleteOwn')}
          act={t('page.deleteOwn')}
          onConfirm={() => {
            setAsking(null)
            void remove(own.id)
          }}
          onClose={() => setAsking(null)}
        >
          {t('page.deleteOwnWhy', { title: open.title })}
        </Confirm>
      )}
    </>
  )
}
