import { clearFilter } from '@kaiku/core/filter-token.ts'
import { useTranslation } from 'react-i18next'
import { useSelection } from '../drill-path/at.tsx'
import { useGo } from '../drill-path/go.ts'
import type { Refusal } from '../send.ts'
import { faultText } from '../text/fault-text.ts'
import { Button } from '../ui/control.tsx'
import { Notice } from '../ui/notice.tsx'
import { useFilters } from './filter.queries.ts'
import { faultyFilterOf } from './filter-fault.ts'

/** Once for the whole page: which filter cannot be, and the way on without it. */
export function FaultyFilter({ error }: { error: Refusal }) {
  const { t } = useTranslation()
  const selection = useSelection()
  const go = useGo()
  const filters = useFilters()
  const name = faultyFilterOf(error, selection)
  return (
    <Notice
      alert
      title={t('filter.faulty')}
      action={
        <Button primary onClick={() => go({ selection: name === null ? new Map() : clearFilter(selection, name) })}>
          {name === null ? t('filter.clearAll') : t('filter.clearOf', { title: filters.get(name)?.title ?? name })}
        </Button>
      }
    >
      {faultText(error, t)}
    </Notice>
  )
}
