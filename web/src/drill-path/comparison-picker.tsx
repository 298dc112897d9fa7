import { useTranslation } from 'react-i18next'
import { Select } from '../control/control.tsx'
import { comparisons, useAt } from './at.tsx'
import { useGo } from './go.ts'

/** What changes are measured against. */
export function ComparisonPicker() {
  const { t } = useTranslation()
  const { compare } = useAt()
  const go = useGo()
  const choices = comparisons.map((value) => ({ value, title: t(`compare.${value}`) }))
  return (
    <Select label={t('compare.label')} value={compare} choices={choices} onChange={(value) => go({ compare: value })} />
  )
}
