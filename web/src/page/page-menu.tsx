import { IconCopy, IconDots, IconLink, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAt } from '../drill-path/at.tsx'
import { useOwnPages } from '../personal-page/use-own-pages.ts'
import { useIdentity } from '../session/signed-in.tsx'
import { startMoreTexts } from '../text/text.ts'
import { Confirm } from '../ui/confirm.tsx'
import { IconButton } from '../ui/control.tsx'
import { Popover, PopoverItem, PopoverLine } from '../ui/popover.tsx'
import { setEditing } from './editing.ts'

const CountedLinks = lazy(async () => {
  const [{ CountedLinks: shown }] = await Promise.all([
    import('../counted-link/counted-links.tsx'),
    startMoreTexts('people'),
  ])
  return { default: shown }
})

/** What can be done to the page that is open, and to pages of one's own. */
export function PageMenu() {
  const { t } = useTranslation()
  const { permissions, isReadOnly, isRoot } = useIdentity()
  const { open, begin, copy, remove } = useOwnPages()
  const { survey } = useAt()
  const [deleting, setDeleting] = useState(false)
  const [linking, setLinking] = useState(false)
  const own = open?.own
  if (isReadOnly) return null
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
              <PopoverItem icon={<IconLink size={16} />} onSelect={act(() => setLinking(true))}>
                {t('link.title')}
              </PopoverItem>
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
                    onSelect={act(() => startMoreTexts('people').then(() => setDeleting(true)))}
                  >
                    {t('page.deleteOwn')}
                  </PopoverItem>
                </>
              )}
            </>
          )
        }}
      </Popover>
      {linking && (
        <Suspense fallback={null}>
          <CountedLinks survey={survey} title={open?.title ?? ''} onClose={() => setLinking(false)} />
        </Suspense>
      )}
      {deleting && own && (
        <Confirm
          title={t('page.deleteOwn')}
          act={t('page.deleteOwn')}
          onConfirm={() => {
            setDeleting(false)
            void remove(own.id)
          }}
          onClose={() => setDeleting(false)}
        >
          {t('page.deleteOwnWhy', { title: open.title })}
        </Confirm>
      )}
    </>
  )
}
