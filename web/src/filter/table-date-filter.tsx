import { tableDateModes } from '@kaiku/core/filter-kind.ts'
import { useTranslation } from 'react-i18next'
import { Segments } from '../ui/control.tsx'
import type { ControlProps } from './filter-control.tsx'

/** One answer per customer: all, the first or the last. */
export function TableDateFilter({ filter, values, set }: ControlProps) {
  const { t } = useTranslation()
  const value = tableDateModes.find((mode) => mode === values[0]) ?? 'none'
  return (
    <Segments
      label={filter.title}
      value={value}
      choices={tableDateModes.map((mode) => ({ value: mode, title: t(`tableDate.${mode}`) }))}
      onChange={(mode) => set(mode === 'none' ? [] : [mode])}
    />
  )
}
