import { cellOf, rankText } from '@kaiku/contract/ranking-order.ts'
import { formatPath, parsePath } from '@kaiku/core/drill-path.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Select } from '../control/control.tsx'
import { useAt } from '../drill-path/at.tsx'
import { PlaceLink } from '../place/place-link.tsx'
import type { RankingView } from './ranking.tsx'
import { LeadCell } from './ranking-cells.tsx'
import css from './ranking-list.module.css'
import { nameText, type Row } from './ranking-order.ts'

const step = 50

/** The ranking on a phone: rank, name and number in one line that a thumb can hit. */
export function RankingList(view: RankingView) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(step)
  const { rows, indicators, lead, onSort } = view
  return (
    <div className={css.list}>
      {indicators.length > 1 && (
        <Select
          label={t('ranking.by')}
          value={lead.id}
          choices={indicators.map(({ id, title }) => ({ value: id, title }))}
          onChange={(id) => onSort({ id, desc: indicators.find((one) => one.id === id)?.better !== 'low' })}
        />
      )}
      <ol aria-label={view.caption}>
        {rows.slice(0, shown).map((row) => (
          <OneRow key={row.path ?? row.id} row={row} view={view} />
        ))}
      </ol>
      {rows.length > shown && <Button onClick={() => setShown(shown + step)}>{t('showMore')}</Button>}
    </div>
  )
}

function OneRow({ row, view }: { row: Row; view: RankingView }) {
  const { t, i18n } = useTranslation()
  const at = useAt()
  const cell = cellOf(row, view.lead.id)
  const path = row.path === null ? null : parsePath(row.path)
  const range = rankText(cell).includes('–') && cell?.rank != null ? t('rank.range', { range: rankText(cell) }) : ''
  const isHere = row.path === formatPath(at.path)
  const facts = [
    isHere ? t('ranking.here') : '',
    row.n === null ? t('hiddenShort') : `${t('n')} ${formatCount(row.n, i18n.language)}`,
    row.few ? t('few') : range,
  ]
  const content = (
    <>
      <span className={css.rank}>{cell?.rank ?? '–'}</span>
      <span className={css.name}>
        {nameText(row, t)}
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
      <LeadCell row={row} indicator={view.lead} domain={view.domain} parent={view.parent} width={84} inLink />
    </>
  )
  return (
    <li aria-current={isHere ? 'location' : undefined}>
      {path?.ok ? (
        <PlaceLink to={{ ...at, path: path.value }} className={css.row}>
          {content}
        </PlaceLink>
      ) : (
        <span className={css.row}>{content}</span>
      )}
    </li>
  )
}
