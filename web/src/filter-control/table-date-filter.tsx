import { type TableDateMode, tableDateModes } from '@kaiku/core/filter-kind.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Ticked } from '../control/control.tsx'
import { useScope } from '../drill-path/at.tsx'
import { optionsQuery } from '../filter/filter.queries.ts'
import css from '../filter/filter-sidebar.module.css'
import type { ControlProps } from './filter-control.tsx'

/** One answer per customer: all answers, or the first or the last of each, with how many interviews that leaves out. */
export function TableDateFilter({ filter, values, set }: ControlProps) {
  const { t, i18n } = useTranslation()
  const name = useId()
  const value = tableDateModes.find((mode) => mode === values[0]) ?? 'none'
  const found = useQuery(optionsQuery(filter.extName, '', useScope()))
  const kept = new Map((found.data ?? []).map(({ extName, n }) => [extName, n]))
  const note = (mode: TableDateMode) => {
    const [all, n] = [kept.get('none'), kept.get(mode)]
    if (found.isFetching) return '…'
    if (typeof all !== 'number' || typeof n !== 'number') return null
    return mode === 'none'
      ? formatCount(all, i18n.language)
      : t('tableDate.drops', { count: all - n, n: formatCount(all - n, i18n.language) })
  }
  return (
    <div className={css.modes}>
      {tableDateModes.map((mode) => (
        <div key={mode} className={css.mode}>
          <Ticked type="radio" name={name} checked={value === mode} onChange={() => set(mode === 'none' ? [] : [mode])}>
            {t(`tableDate.${mode}`)}
          </Ticked>
          <span className={css.note}>{note(mode)}</span>
        </div>
      ))}
    </div>
  )
}
