import { type RankingPart, rankingParts } from '@kaiku/contract/ranking-order.ts'
import { IconListNumbers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Field, IconButton, Select } from '../ui/control.tsx'
import { Popover, PopoverHeading } from '../ui/popover.tsx'
import css from './ranking-table.module.css'

type Props = {
  part: RankingPart
  leastN: number
  onPart: (part: RankingPart) => void
  /** Empty: however few. */
  onLeast: (least: string) => void
}

/** Which rows of a ranking are shown: so many from either end, and only those on enough answers. */
export function RowChooser({ part, leastN, onPart, onLeast }: Props) {
  const { t } = useTranslation()
  const titleOf = (one: RankingPart) =>
    one === 'all'
      ? t('ranking.part.all')
      : t(one.startsWith('best') ? 'ranking.part.best' : 'ranking.part.worst', { n: one.replace(/\D/g, '') })
  return (
    <Popover
      label={t('ranking.rows')}
      align="end"
      trigger={(wiring) => (
        <IconButton {...wiring} label={t('ranking.rows')} small aria-pressed={part !== 'all' || leastN > 1}>
          <IconListNumbers size={16} />
        </IconButton>
      )}
    >
      {() => (
        <div className={css.chooser}>
          <PopoverHeading>{t('ranking.rows')}</PopoverHeading>
          <Select
            boxed
            label={t('ranking.rows')}
            value={part}
            choices={rankingParts.map((value) => ({ value, title: titleOf(value) }))}
            onChange={onPart}
          />
          <div className={css.options}>
            <Field
              label={t('ranking.least')}
              type="number"
              min={1}
              max={999_999}
              defaultValue={leastN > 1 ? leastN : ''}
              onChange={({ target }) => onLeast(target.value.replace(/\D/g, '').slice(0, 6))}
            />
          </div>
        </div>
      )}
    </Popover>
  )
}
