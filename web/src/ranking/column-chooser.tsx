import { IconColumns3 } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton, Ticked } from '../control/control.tsx'
import type { Indicator } from '../indicator/indicator.ts'
import { Popover, PopoverHeading } from '../overlay/popover.tsx'
import { startMoreTexts } from '../text/text.ts'
import { extraColumns } from './ranking-order.ts'
import css from './ranking-table.module.css'

const ColumnSets = lazy(async () => {
  const [shown] = await Promise.all([import('../column-set/column-sets.tsx'), startMoreTexts('component')])
  return { default: shown.ColumnSets }
})

type Props = {
  indicators: readonly Indicator[]
  lead: Indicator
  isDated: boolean
  shown: ReadonlySet<string>
  onChange: (shown: ReadonlySet<string>) => void
  /** The columns as an address has them; empty: all. */
  written: string
  onChoose: (written: string) => void
}

/** Which columns are shown. The name and the ranked indicator always are. */
export function ColumnChooser({ indicators, lead, isDated, shown, onChange, written, onChoose }: Props) {
  const { t } = useTranslation()
  const toggle = (id: string) => {
    const next = new Set(shown)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  const choices = [
    ...extraColumns(isDated).map((id) => ({ id, title: t(`column.${id}`) })),
    ...indicators.filter((one) => one.id !== lead.id).map(({ id, title }) => ({ id, title })),
  ]
  const options = [
    ...(lead.target === null ? [] : [{ id: '~target', title: t('column.target'), isOn: shown.has('~target') }]),
    { id: '~ties', title: t('ranking.ties'), isOn: shown.has('~ties') },
    { id: '~plain', title: t('ranking.colours'), isOn: !shown.has('~plain') },
  ]
  return (
    <Popover
      label={t('columns')}
      align="end"
      trigger={(wiring) => (
        <IconButton {...wiring} label={t('columns')} small>
          <IconColumns3 size={16} />
        </IconButton>
      )}
    >
      {() => (
        <div className={css.chooser}>
          <PopoverHeading>{t('columns')}</PopoverHeading>
          {choices.map((one) => (
            <Ticked key={one.id} checked={shown.has(one.id)} onChange={() => toggle(one.id)}>
              {one.title}
            </Ticked>
          ))}
          <div className={css.options}>
            {options.map(({ id, title, isOn }) => (
              <Ticked key={id} checked={isOn} onChange={() => toggle(id)}>
                {title}
              </Ticked>
            ))}
          </div>
          <Suspense fallback={null}>
            <ColumnSets list="ranking" columns={written} onChoose={onChoose} />
          </Suspense>
        </div>
      )}
    </Popover>
  )
}
