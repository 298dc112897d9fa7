import type { PlaceRule, PlaceWatch } from '@kaiku/contract/place-rule.ts'
import { valueText } from '@kaiku/contract/value-text.ts'
import { useTranslation } from 'react-i18next'
import { Field, Select } from '../control/control.tsx'
import fields from '../page-form/fields.module.css'
import { Labelled } from '../page-form/labelled.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { ConditionField } from './condition-field.tsx'
import type { FaultAt } from './fault-at.ts'
import { NumberField } from './number-field.tsx'
import css from './rule-editor.module.css'
import { watchAs } from './rule-form.ts'
import { Threshold } from './threshold.tsx'

type Props = { rule: PlaceRule; faultAt: FaultAt; onChange: (change: Partial<PlaceRule>) => void }

const types = ['limit', 'change', 'silence'] as const
const mostLevels = 6
/** Of a limit along its scale. */
const steps = 200

/** What of a place is watched, from when on it is news, and how often it is looked at. */
export function WatchFields({ rule, faultAt, onChange }: Props) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { watch, when } = rule
  const set = (next: PlaceWatch) => onChange({ watch: next })
  return (
    <>
      <Labelled label={t('rule.form.watch')} fault={faultAt('watch')}>
        <Select
          boxed
          label={t('rule.form.watch')}
          value={watch.type}
          choices={types.map((value) => ({ value, title: t(`rule.form.watch.${value}`) }))}
          onChange={(type) => set(watchAs(type, watch, survey.indicators[0]?.id ?? ''))}
        />
      </Labelled>
      {watch.type !== 'silence' && (
        <Labelled label={t('rule.form.indicator')} fault={undefined}>
          <Select
            boxed
            label={t('rule.form.indicator')}
            value={watch.indicator}
            choices={survey.indicators.map(({ id, title }) => ({ value: id, title }))}
            onChange={(indicator) => set({ ...watch, indicator })}
          />
        </Labelled>
      )}
      {watch.type === 'limit' && <Limit watch={watch} onChange={set} />}
      {watch.type === 'change' && <Change watch={watch} onChange={set} />}
      <div className={css.pair}>
        <NumberField
          label={t('rule.form.days')}
          value={watch.days}
          fault={undefined}
          onChange={(days) => set({ ...watch, days: days ?? Number.NaN })}
        />
        {watch.type !== 'silence' && (
          <NumberField
            label={t('rule.form.minimumN')}
            value={watch.minimumN}
            fault={undefined}
            onChange={(minimumN) => set({ ...watch, minimumN })}
          />
        )}
      </div>
      <ConditionField
        label={t('rule.form.counted')}
        none={t('rule.form.all')}
        value={when}
        fault={faultAt('when')}
        onChange={(next) => onChange({ when: next })}
      />
      <Looked rule={rule} faultAt={faultAt} onChange={onChange} />
    </>
  )
}

/** Which places are looked at, and when. */
function Looked({ rule: { level, every, at }, faultAt, onChange }: Props) {
  const { t } = useTranslation()
  const levels = Array.from({ length: mostLevels + 1 }, (_, depth) => String(depth))
  return (
    <div className={css.pair}>
      <Labelled label={t('rule.form.level')} fault={faultAt('level')}>
        <Select
          boxed
          label={t('rule.form.level')}
          value={String(level)}
          choices={['leaves', ...levels].map((value) => ({
            value,
            title:
              value === 'leaves'
                ? t('rule.form.leaves')
                : value === '0'
                  ? t('rule.form.root')
                  : t('rule.form.depth', { depth: value }),
          }))}
          onChange={(value) => onChange({ level: value === 'leaves' ? value : Number(value) })}
        />
      </Labelled>
      <Labelled label={t('rule.form.every')} fault={faultAt('every')}>
        <Select
          boxed
          label={t('rule.form.every')}
          value={every}
          choices={(['day', 'week', 'month'] as const).map((value) => ({ value, title: t(`rule.looked.${value}`) }))}
          onChange={(value) => onChange({ every: value })}
        />
      </Labelled>
      <Field
        type="time"
        label={t('rule.form.at')}
        value={at}
        fault={faultAt('at')}
        onChange={({ target }) => onChange({ at: target.value })}
      />
    </div>
  )
}

type ChangeProps = { watch: PlaceWatch & { type: 'change' }; onChange: (watch: PlaceWatch) => void }

/** Which way a figure has to go to be news, and how far. */
function Change({ watch, onChange }: ChangeProps) {
  const { t } = useTranslation()
  return (
    <div className={css.pair}>
      <Labelled label={t('rule.form.direction')} fault={undefined}>
        <Select
          boxed
          label={t('rule.form.direction')}
          value={watch.direction}
          choices={(['fall', 'rise', 'any'] as const).map((value) => ({
            value,
            title: t(`rule.form.direction.${value}`),
          }))}
          onChange={(direction) => onChange({ ...watch, direction })}
        />
      </Labelled>
      <NumberField
        label={t('rule.form.atLeastBy')}
        value={watch.atLeast}
        fault={undefined}
        onChange={(atLeast) => onChange({ ...watch, atLeast })}
      />
    </div>
  )
}

type LimitProps = { watch: PlaceWatch & { type: 'limit' }; onChange: (watch: PlaceWatch) => void }

/** On which side of a value a figure is news, and from where on it is well again. */
function Limit({ watch, onChange }: LimitProps) {
  const { t, i18n } = useTranslation()
  const { below, above, recovered, ...rest } = watch
  const side = below === undefined && above !== undefined ? 'above' : 'below'
  const set = (next: 'below' | 'above', limit: number | undefined, well = recovered) =>
    onChange({
      ...rest,
      ...(limit === undefined ? {} : { [next]: limit }),
      ...(well === undefined ? {} : { recovered: well }),
    })
  const indicator = useSurvey().survey.indicators.find(({ id }) => id === watch.indicator)
  const limit = below ?? above
  return (
    <fieldset className={fields.list}>
      <legend className="hidden-text">{t('rule.form.watch.limit')}</legend>
      <div className={css.pair}>
        <Labelled label={t('rule.form.side')} fault={undefined}>
          <Select
            boxed
            label={t('rule.form.side')}
            value={side}
            choices={(['below', 'above'] as const).map((value) => ({ value, title: t(`rule.form.side.${value}`) }))}
            onChange={(next) => set(next, limit)}
          />
        </Labelled>
        <NumberField
          label={t('rule.form.limit')}
          value={limit}
          fault={undefined}
          onChange={(next) => set(side, next)}
        />
        <NumberField
          label={t('rule.form.recovered')}
          value={recovered}
          fault={undefined}
          placeholder={String(limit ?? '')}
          onChange={(well) => onChange({ ...watch, recovered: well })}
        />
      </div>
      {indicator?.bounds && limit !== undefined && (
        <Threshold
          label={t('rule.form.limit')}
          text={valueText(indicator, limit, i18n.language)}
          min={indicator.bounds.low}
          max={indicator.bounds.high}
          step={(indicator.bounds.high - indicator.bounds.low) / steps}
          value={limit}
          onChange={(next) => set(side, next)}
        />
      )}
    </fieldset>
  )
}
