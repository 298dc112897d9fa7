import type { FiguresBlock, Template } from '@kaiku/contract/template.ts'
import { useTranslation } from 'react-i18next'
import { Field, Select, Ticked } from '../control/control.tsx'
import css from './template.module.css'

const most = { figures: 3, days: 1830 }
const usualCount = 30

type Props = {
  block: FiguresBlock
  indicators: Template['indicators']
  onChange: (block: FiguresBlock) => void
}

/** Which figures of a recipient's place a mail shows, and of how many days. */
export function FiguresFields({ block, indicators, onChange }: Props) {
  const { t } = useTranslation()
  const { indicators: chosen, days, countDays } = block
  const slots = Math.min(most.figures, chosen.length + 1)
  const choose = (at: number, id: string) =>
    onChange({ ...block, indicators: chosen.toSpliced(at, 1, ...(id ? [id] : [])) })
  return (
    <>
      <p className={css.hint}>{t('template.figures.why')}</p>
      {Array.from({ length: slots }, (_, at) => (
        <Select
          // biome-ignore lint/suspicious/noArrayIndexKey: a choice is known by its position
          key={at}
          boxed
          label={t('template.figures.indicator', { n: at + 1 })}
          value={chosen[at] ?? ''}
          choices={[
            { value: '', title: '–' },
            ...indicators
              .filter(({ id }) => id === chosen[at] || !chosen.includes(id))
              .map(({ id, title }) => ({ value: id, title })),
          ]}
          onChange={(id) => choose(at, id)}
        />
      ))}
      {chosen.length > 0 && (
        <Days label={t('template.figures.days')} value={days} onChange={(next) => onChange({ ...block, days: next })} />
      )}
      <Ticked
        checked={countDays !== null}
        onChange={({ target }) => onChange({ ...block, countDays: target.checked ? usualCount : null })}
      >
        {t('template.figures.count')}
      </Ticked>
      {countDays !== null && (
        <Days
          label={t('template.figures.countDays')}
          value={countDays}
          onChange={(next) => onChange({ ...block, countDays: next })}
        />
      )}
    </>
  )
}

/** While it is no number of days, the last one stays. */
function Days({ label, value, onChange }: { label: string; value: number; onChange: (days: number) => void }) {
  return (
    <Field
      label={label}
      type="number"
      min={1}
      max={most.days}
      defaultValue={value}
      onChange={({ target }) => {
        const days = target.valueAsNumber
        if (Number.isInteger(days) && days >= 1 && days <= most.days) onChange(days)
      }}
    />
  )
}
