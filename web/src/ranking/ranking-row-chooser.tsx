import { type RankingPart, rankingParts } from '@kaiku/contract/ranking-order.ts'
import { IconLink, IconListNumbers } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, IconButton, Ticked } from '../control/control.tsx'
import { copyLink } from '../overlay/copy-link.ts'
import { Popover, PopoverHeading, PopoverItem, PopoverLine } from '../overlay/popover.tsx'
import css from './ranking-table.module.css'

type Props = {
  part: RankingPart
  leastN: number
  onPart: (part: RankingPart) => void
  /** Empty: however few. */
  onLeast: (least: string) => void
}

/** Which rows of a ranking are shown: so many from either end, and only those on enough answers; and the link to just these. */
export function RowChooser({ part, leastN, onPart, onLeast }: Props) {
  const { t } = useTranslation()
  const name = useId()
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
          <fieldset>
            <legend className="hidden-text">{t('ranking.rows')}</legend>
            {rankingParts.map((one) => (
              <Ticked key={one} type="radio" name={name} checked={part === one} onChange={() => onPart(one)}>
                {titleOf(one)}
              </Ticked>
            ))}
          </fieldset>
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
          <PopoverLine />
          <PopoverItem icon={<IconLink size={16} />} onSelect={() => copyLink(t)}>
            {t('card.copyLink')}
          </PopoverItem>
        </div>
      )}
    </Popover>
  )
}
