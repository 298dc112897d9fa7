import { IconBookmark, IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../control/control.tsx'
import { useAt } from '../drill-path/at.tsx'
import css from '../filter/filter-sidebar.module.css'
import { usePresentView } from './present-view.ts'
import { savedFiltersQuery, useSavedFilterChanges } from './saved-filter.queries.ts'
import { SavedFilterForm } from './saved-filter-form.tsx'
import { SavedFilterRow } from './saved-filter-row.tsx'
import own from './saved-filters.module.css'

/** Filters kept under names: one’s own and those for everybody, and a way to keep the present ones. */
export function SavedFilters({ open, onOpen }: { open: boolean; onOpen: (open: boolean) => void }) {
  const { t } = useTranslation()
  const { survey } = useAt()
  const present = usePresentView()
  const { data, isError } = useQuery(savedFiltersQuery(survey))
  const changes = useSavedFilterChanges()
  const [naming, setNaming] = useState(false)
  if (isError) return null
  // Before they are known their title stands where it will.
  const { saved, mayShare } = data ?? { saved: [], mayShare: false }
  return (
    <details className={css.group} open={open} onToggle={(event) => onOpen(event.currentTarget.open)}>
      <summary className={css.summary}>
        <span>{saved.length > 0 ? `${t('saved.title')} · ${saved.length}` : t('saved.title')}</span>
        <IconChevronDown size={15} aria-hidden />
      </summary>
      {open && data && (
        <div className={own.list}>
          {saved.length === 0 && <p className={css.none}>{t('saved.none')}</p>}
          {saved.length > 0 && (
            <ul className={own.rows}>
              {saved.map((filter) => (
                <SavedFilterRow key={filter.savedFilterId} filter={filter} mayShare={mayShare} changes={changes} />
              ))}
            </ul>
          )}
          {naming ? (
            <SavedFilterForm
              mayShare={mayShare}
              mayHoldPage={present.asShown !== null}
              error={changes.create.error}
              busy={changes.create.isPending}
              onClose={() => {
                changes.create.reset()
                setNaming(false)
              }}
              onSave={({ holdsPage, ...fields }) =>
                changes.create.mutate(
                  { ...fields, ...present, ...(holdsPage ? {} : { asShown: null }) },
                  { onSuccess: () => setNaming(false) },
                )
              }
            />
          ) : (
            <Button disabled={present.token === '' && present.asShown === null} onClick={() => setNaming(true)}>
              <IconBookmark size={15} aria-hidden />
              {t('saved.keep')}
            </Button>
          )}
        </div>
      )}
    </details>
  )
}
