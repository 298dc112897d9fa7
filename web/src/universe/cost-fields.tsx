import type { UniverseSettings } from '@kaiku/contract/universe.ts'
import { messageKinds } from '@kaiku/core/campaign.ts'
import { useTranslation } from 'react-i18next'
import { Field } from '../control/control.tsx'
import css from './settings.module.css'

type Cost = UniverseSettings['messageCost']

/** What messages cost, by channel; empty: nobody says. */
export function CostFields({ cost, onChange }: { cost: Cost; onChange: (cost: Cost) => void }) {
  const { t } = useTranslation()
  return (
    <div className={css.pair}>
      <Field
        label={t('settings.currency')}
        maxLength={3}
        pattern="[A-Z]{3}"
        value={cost.currency}
        onChange={({ target }) => onChange({ ...cost, currency: target.value.toUpperCase() })}
      />
      {messageKinds.map((kind) => (
        <Field
          key={kind}
          label={t(`settings.price.${kind}`)}
          type="number"
          min={0}
          max={10_000}
          step="any"
          value={cost[kind] ?? ''}
          onChange={({ target }) => onChange({ ...cost, [kind]: target.value === '' ? null : target.valueAsNumber })}
        />
      ))}
    </div>
  )
}
