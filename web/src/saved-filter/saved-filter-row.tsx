import type { SavedFilter } from '@kaiku/contract/saved-filter.ts'
import { formatToken, parseToken } from '@kaiku/core/filter-token.ts'
import { IconDots, IconUsers } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAt } from '../drill-path/at.tsx'
import { linkTo, useGo } from '../drill-path/go.ts'
import { IconButton } from '../ui/control.tsx'
import { Popover, PopoverItem } from '../ui/popover.tsx'
import { say } from '../ui/snackbar.tsx'
import type { useSavedFilterChanges } from './saved-filter.queries.ts'
import { SavedFilterForm } from './saved-filter-form.tsx'
import own from './saved-filters.module.css'

type Props = { filter: SavedFilter; mayShare: boolean; changes: ReturnType<typeof useSavedFilterChanges> }

/** Kept filters: a press applies them; a menu holds what else can be done with them. */
export function SavedFilterRow({ filter, mayShare, changes }: Props) {
  const { t } = useTranslation()
  const at = useAt()
  const go = useGo()
  const router = useRouter()
  const [renaming, setRenaming] = useState(false)
  const { title, token, isShared, isOwn, isUsable } = filter
  const read = parseToken(token)
  const selection = read.ok ? read.value : at.selection
  const present = formatToken(at.selection)
  const copy = () => {
    const { href } = router.buildLocation(linkTo({ ...at, selection }))
    const written = navigator.clipboard?.writeText(new URL(href, window.location.origin).href)
    void (written ?? Promise.reject(new Error())).then(
      () => say(t('card.linkCopied')),
      () => say(t('saved.linkNotCopied')),
    )
  }
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
            changes.save({ ...filter, ...named })
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
        aria-pressed={token === present}
        disabled={!isUsable}
        title={isUsable ? title : t('saved.unusable')}
        onClick={() => go({ selection })}
      >
        <span className={own.title}>{title}</span>
        {isShared && <IconUsers size={14} aria-label={t('saved.shared')} />}
      </button>
      <Popover
        label={t('saved.menuOf', { title })}
        align="end"
        trigger={(wiring) => (
          <IconButton {...wiring} small label={t('saved.menuOf', { title })}>
            <IconDots size={16} />
          </IconButton>
        )}
      >
        {(close) => {
          const act = (run: () => void) => () => {
            close()
            run()
          }
          return (
            <>
              {isUsable && <PopoverItem onSelect={act(copy)}>{t('saved.copyLink')}</PopoverItem>}
              {isOwn && <PopoverItem onSelect={act(() => setRenaming(true))}>{t('saved.rename')}</PopoverItem>}
              {isOwn && present !== '' && present !== token && (
                <PopoverItem onSelect={act(() => changes.replace(filter, present))}>{t('saved.replace')}</PopoverItem>
              )}
              {isOwn && mayShare && (
                <PopoverItem onSelect={act(() => changes.save({ ...filter, isShared: !isShared }))}>
                  {t(isShared ? 'saved.unshare' : 'saved.share')}
                </PopoverItem>
              )}
              {isOwn && <PopoverItem onSelect={act(() => changes.remove(filter))}>{t('saved.remove')}</PopoverItem>}
            </>
          )
        }}
      </Popover>
    </li>
  )
}
