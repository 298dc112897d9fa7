import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import { useTranslation } from 'react-i18next'
import { ColumnChooser, toggled } from '../column-set/column-chooser.tsx'
import { Ticked } from '../control/control.tsx'
import { extraColumns } from './ranking-order.ts'
import css from './ranking-table.module.css'

type Props = {
  indicators: readonly ShownIndicator[]
  lead: ShownIndicator
  isDated: boolean
  shown: ReadonlySet<string>
  onChange: (shown: ReadonlySet<string>) => void
  /** The columns as an address has them; empty: all. */
  written: string
  onChoose: (written: string) => void
}

/** Which columns are shown, and how. The name and the ranked indicator always are. */
export function RankingColumnChooser({ indicators, lead, isDated, shown, onChange, written, onChoose }: Props) {
  const { t } = useTranslation()
  const toggle = (id: string) => onChange(toggled(shown, id))
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
    <ColumnChooser
      list="ranking"
      choices={choices}
      shown={shown}
      onToggle={toggle}
      written={written}
      onChoose={onChoose}
    >
      <div className={css.options}>
        {options.map(({ id, title, isOn }) => (
          <Ticked key={id} checked={isOn} onChange={() => toggle(id)}>
            {title}
          </Ticked>
        ))}
      </div>
    </ColumnChooser>
  )
}
