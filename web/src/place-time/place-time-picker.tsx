import { useTranslation } from 'react-i18next'
import { Select } from '../control/control.tsx'
import { useAt } from '../drill-path/at.tsx'
import { useGo } from '../drill-path/go.ts'
import { atTree, usePlaceTime } from './use-place-time.ts'

/** By which tree of places figures are shown, where a view has more than today's. */
export function PlaceTimePicker() {
  const { t } = useTranslation()
  const at = useAt()
  const go = useGo()
  const { choices, value } = usePlaceTime()
  if (choices.length === 0) return null
  return (
    <Select
      label={t('placeTime.label')}
      value={value}
      choices={choices}
      onChange={(next) => {
        const tree = choices.find((one) => one.value === next)?.tree
        if (tree) go({ selection: atTree(at, tree).selection })
      }}
    />
  )
}
