import type { ChangeDecomposition } from '@kaiku/contract/change-decomposition.ts'
import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import { formatCount } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../control/control.tsx'
import { useAt } from '../drill-path/at.tsx'
import { ChangeMark } from '../indicator/change-mark.tsx'
import { PlaceLink } from '../place/place-link.tsx'
import type { PartKind } from './change-decomposition.tsx'
import { AmountCell, LevelCell, ShareCell } from './moved-cells.tsx'
import css from './moved-units.module.css'
import { partName } from './waterfall.tsx'

type Unit = ChangeDecomposition['units'][number]
const shownFirst = 6

export const unitName = (unit: Unit, t: TFunction): string => (unit.id === null ? t('moved.others') : unit.name)

/** The places that a part is made of; absent: all. The mix is theirs who moved it most. */
function unitsOf({ units }: ChangeDecomposition, kind: PartKind | null): readonly Unit[] {
  const bySize = (size: (unit: Unit) => number, some: readonly Unit[]) => [...some].sort((a, b) => size(b) - size(a))
  const own = ({ own: { value } }: Unit) => Math.abs(value)
  const both = units.filter(({ presence }) => presence === 'both')
  switch (kind) {
    case 'own':
      return bySize(
        own,
        both.filter((unit) => unit.change?.significant === true),
      )
    case 'chance':
      return bySize(
        own,
        both.filter((unit) => unit.change?.significant !== true),
      )
    case 'unitMix':
      return bySize(({ mix }) => Math.abs(mix.value), both)
    case 'opened':
    case 'closed':
      return units.filter(({ presence }) => presence === kind)
    case 'segmentMix':
    case null:
      return units
  }
}

type Props = { answer: ChangeDecomposition; indicator: ShownIndicator; kind: PartKind | null }

/** The places that added most to the change, each with its own change, its share and what both add. */
export function MovedUnits({ answer, indicator, kind }: Props) {
  const { t, i18n } = useTranslation()
  const [all, setAll] = useState(false)
  const units = unitsOf(answer, kind)
  const caption = kind === null ? t('moved.most') : partName(kind, answer, t)
  return (
    <section className={css.frame} aria-label={caption}>
      <h3 className={css.caption}>{caption}</h3>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{answer.unitTitle}</th>
            <th scope="col">{t('moved.levels')}</th>
            <th scope="col">{t('moved.ownChange')}</th>
            <th scope="col">{t('moved.byOwn')}</th>
            <th scope="col" data-wide>
              {t('moved.shares')}
            </th>
            <th scope="col">{t('moved.byShare')}</th>
          </tr>
        </thead>
        <tbody>
          {(all ? units : units.slice(0, shownFirst)).map((unit) => (
            <OneUnit key={unit.id ?? ''} unit={unit} indicator={indicator} />
          ))}
        </tbody>
      </table>
      {units.length > shownFirst && (
        <LinkButton onClick={() => setAll(!all)}>
          {t(all ? 'showLess' : 'showAll', { n: formatCount(units.length, i18n.language) })}
        </LinkButton>
      )}
    </section>
  )
}

function OneUnit({ unit, indicator }: { unit: Unit; indicator: ShownIndicator }) {
  const { t } = useTranslation()
  const at = useAt()
  const path = unit.path === null ? null : parsePath(unit.path)
  const name = unitName(unit, t)
  const isFew = unit.now.state === 'few' || unit.before.state === 'few'
  return (
    <tr className={css.row} data-few={isFew || undefined}>
      <th scope="row">
        {path?.ok ? <PlaceLink to={{ ...at, path: path.value }}>{name}</PlaceLink> : name}
        {unit.id === null && <small>{t('moved.othersWhy')}</small>}
      </th>
      <td data-label={t('moved.levels')}>
        <LevelCell levels={unit} indicator={indicator} />
      </td>
      <td data-label={t('moved.ownChange')}>
        {unit.presence !== 'both' ? (
          <span className={css.words}>{t(`moved.presence.${unit.presence}`)}</span>
        ) : isFew ? (
          <span className={css.words}>{t('few')}</span>
        ) : (
          <ChangeMark indicator={indicator} change={unit.change} unclear={t('moved.chance')} />
        )}
      </td>
      <td data-label={t('moved.byOwn')}>
        {unit.presence === 'both' && <AmountCell amount={unit.own} indicator={indicator} />}
      </td>
      <td data-wide data-label={t('moved.shares')}>
        <ShareCell levels={unit} />
      </td>
      <td data-label={t('moved.byShare')}>
        <AmountCell amount={unit.mix} indicator={indicator} />
      </td>
    </tr>
  )
}
