import { clearFilter } from '@kaiku/core/filter-token.ts'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import type { CallError } from '../call/send.ts'
import { Button } from '../control/control.tsx'
import { useSelection } from '../drill-path/at.tsx'
import { useGo } from '../drill-path/go.ts'
import { useFilters } from '../filter/filter.queries.ts'
import { faultyFilterOf } from '../filter/filter-fault.ts'
import { Notice } from '../overlay/notice.tsx'

/** Once for the whole page: which filter cannot be, and the way on without it. */
export function FaultyFilter({ error }: { error: CallError }) {
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
