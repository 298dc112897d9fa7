import type { SavedFilter } from '@kaiku/contract/saved-filter.ts'
import { IconDots, IconUsers } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../control/control.tsx'
import { alertsPage, useAt } from '../drill-path/at.tsx'
import { pageOfChosen } from '../drill-path/chosen-text.ts'
import { copyLink } from '../overlay/copy-link.ts'
import { Menu } from '../overlay/menu.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { linkToSaved, usePresentView } from './present-view.ts'
import type { useSavedFilterChanges } from './saved-filter.queries.ts'
import { SavedFilterForm } from './saved-filter-form.tsx'
import own from './saved-filters.module.css'

type Props = { filter: SavedFilter; mayShare: boolean; changes: ReturnType<typeof useSavedFilterChanges> }

/** Kept filters: a press applies them; a menu holds what else can be done with them. */
export function SavedFilterRow({ filter, mayShare, changes }: Props) {
  const { t } = useTranslation()
  const at = useAt()
  const navigate = useNavigate()
  const router = useRouter()
  const [renaming, setRenaming] = useState(false)
  const { survey } = useSurvey()
  const present = usePresentView()
  const { title, token, asShown, isShared, isOwn } = filter
  const name = asShown === null ? undefined : pageOfChosen(asShown)
  const page = survey.pages.find(({ extname }) => extname === name)
  const isUsable = filter.isUsable && (name === undefined || page !== undefined || name === alertsPage)
  const isPresent = token === present.token && (asShown === null || asShown === present.asShown)
  const mayReplace = !isPresent && (asShown === null ? present.token !== '' : present.asShown !== null)
  const copy = () => {
    const { href } = router.buildLocation(linkToSaved(at, filter))
    copyLink(t, new URL(href, window.location.origin).href)
  }
  const replace = () => changes.replace(filter, asShown === null ? { ...present, asShown } : present)
  const share = () => changes.save({ ...filter, isShared: !isShared })
  if (renaming)
    return (
      <li>
        <SavedFilterForm
          known={filter}
          mayShare={mayShare}
          busy={false}
          error={null}
          onClose={() => setRenaming(false)}
          onSave={(named) => {
            changes.save({ ...filter, title: named.title, isShared: named.isShared })
            setRenaming(false)
          }}
        />
      </li>
    )
  return (
    <li className={own.row}>
      <button
        type="button"
        className={own.apply}
        aria-pressed={isPresent}
        disabled={!isUsable}
        title={isUsable ? title : t('saved.unusable')}
        onClick={() => void navigate({ ...linkToSaved(at, filter), resetScroll: name !== undefined })}
      >
        <span className={own.title}>{title}</span>
        {page && <span className={own.page}>{page.title}</span>}
        {isShared && <IconUsers size={14} aria-label={t('saved.shared')} />}
      </button>
      <Menu
        label={t('saved.menuOf', { title })}
        align="end"
        trigger={(wiring) => (
          <IconButton {...wiring} small label={t('saved.menuOf', { title })}>
            <IconDots size={16} />
          </IconButton>
        )}
        groups={[
          {
            items: [
              isUsable && { title: t('saved.copyLink'), onSelect: copy },
              isOwn && { title: t('saved.rename'), onSelect: () => setRenaming(true) },
              isOwn && mayReplace && { title: t('saved.replace'), onSelect: replace },
              isOwn && mayShare && { title: t(isShared ? 'saved.unshare' : 'saved.share'), onSelect: share },
              isOwn && { title: t('saved.remove'), onSelect: () => changes.remove(filter) },
            ],
          },
        ]}
      />
    </li>
  )
}
