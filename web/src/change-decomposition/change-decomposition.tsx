import type { ChangeDecomposition as Answer } from '@kaiku/contract/change-decomposition.ts'
import { type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import { formatChange } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../card/card.tsx'
import type { DataTable } from '../card/data-table.tsx'
import { LinkButton } from '../control/control.tsx'
import { Highlight } from '../control/highlight.tsx'
import type { ComponentProps } from '../figure/component-props.ts'
import { useTableFile } from '../figure/figure-table.ts'
import { Notice } from '../overlay/notice.tsx'
import { usePlace } from '../place/place.queries.ts'
import css from './change-decomposition.module.css'
import { MovedSegments, segmentName } from './moved-segments.tsx'
import { MovedUnits, unitName } from './moved-units.tsx'
import { partName, Waterfall } from './waterfall.tsx'

export type PartKind = Answer['parts'][number]['kind']

/** Where the change of an indicator comes from: places that changed themselves, their mix, new and closed ones, and chance. */
export function ChangeDecomposition({ asked, answer, indicators, title }: ComponentProps<'ChangeDecomposition'>) {
  const { t, i18n } = useTranslation()
  const fileOf = useTableFile(asked)
  const { data: place } = usePlace()
  const [kind, setKind] = useState<PartKind | null>(null)
  const isNarrow = (asked.width ?? 12) < widest
  const [open, setOpen] = useState(!isNarrow)
  const indicator = indicators.get(answer.indicator)
  const heading =
    title ?? (indicator ? t('moved.title', { indicator: indicator.title }) : t('component.ChangeDecomposition'))
  const { state, change } = answer
  if (!indicator || change === null)
    return (
      <Card title={heading}>
        <Notice title={t(emptyTitles[state])}>{t(emptyWhys[state], { minimum: place?.minimumN ?? '' })}</Notice>
      </Card>
    )
  const chosen = answer.parts.some((part) => part.kind === kind) ? kind : null
  return (
    <Card title={heading} table={asTable(answer, indicator, t, i18n.language)} fetchFile={fileOf(heading)}>
      <div className={css.body} data-brief={!open || undefined}>
        <Lead answer={answer} indicator={indicator} />
        <Waterfall
          answer={answer}
          indicator={indicator}
          chosen={chosen}
          onChoose={(next) => {
            setKind(next)
            setOpen(open || next !== null)
          }}
        />
        {state === 'few' && <p className={css.note}>{t('fewWhy', { minimum: place?.minimumN ?? '' })}</p>}
        {open && <Details answer={answer} indicator={indicator} kind={chosen} />}
        {isNarrow && <LinkButton onClick={() => setOpen(!open)}>{t(open ? 'showLess' : 'moved.details')}</LinkButton>}
      </div>
    </Card>
  )
}

/** Columns of the page, of twelve; a component with fewer shows the places and segments when they are asked for. */
const widest = 7

/** The places and segments that the parts are made of. */
function Details({ answer, indicator, kind }: { answer: Answer; indicator: ShownIndicator; kind: PartKind | null }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={css.note}>{t('moved.legend')}</p>
      {kind === 'segmentMix' ? null : answer.unitTitle === '' ? (
        <p className={css.note}>{t('moved.leaf')}</p>
      ) : (
        <MovedUnits answer={answer} indicator={indicator} kind={kind} />
      )}
      {answer.segments.length > 0 && <MovedSegments answer={answer} indicator={indicator} />}
    </>
  )
}

const emptyTitles = {
  shown: 'noAnswers',
  few: 'noAnswers',
  none: 'moved.none',
  hidden: 'hiddenAll',
  uncompared: 'moved.uncompared',
} as const satisfies Record<Answer['state'], string>
const emptyWhys = {
  shown: 'noAnswersWhy',
  few: 'noAnswersWhy',
  none: 'moved.noneWhy',
  hidden: 'hiddenWhy',
  uncompared: 'moved.uncomparedWhy',
} as const satisfies Record<Answer['state'], string>

/** What happened, in one sentence. */
function Lead({ answer, indicator }: { answer: Answer; indicator: ShownIndicator }) {
  const { t, i18n } = useTranslation()
  const { now, before, change } = answer
  if (!change) return null
  const key = !change.significant ? 'moved.unclear' : change.value > 0 ? 'moved.rose' : 'moved.fell'
  const value = (of: number | null) => valueText(indicator, of, i18n.language)
  const by = (of: number | null) => formatChange(of, indicator.decimals, i18n.language)
  const interval = change.low === null ? '' : t('interval95', { low: by(change.low), high: by(change.high) })
  return (
    <p className={css.lead}>
      <Highlight
        text={t(key, {
          indicator: indicator.title,
          before: value(before.value),
          now: value(now.value),
          change: by(change.value),
        })}
      />{' '}
      <span className={css.facts}>{interval}</span>
    </p>
  )
}

/** Parts, places and segments with what each adds, for reading and export. */
function asTable(answer: Answer, indicator: ShownIndicator, t: TFunction, locale: string): DataTable {
  const value = (of: number | null) => (of === null ? null : valueText(indicator, of, locale))
  const by = (of: number | null) => formatChange(of, indicator.decimals, locale)
  type Amount = Answer['units'][number]['own']
  const amount = (of: Amount) => [
    by(of.value),
    of.low === null ? null : by(of.low),
    of.high === null ? null : by(of.high),
  ]
  type Levels = Pick<Answer['units'][number], 'now' | 'before' | 'own' | 'mix'>
  const levels = (name: string, of: Levels) => {
    const stand = [value(of.before.value), of.before.n, value(of.now.value), of.now.n]
    return [
      [`${name}: ${t('moved.byOwn')}`, ...stand, ...amount(of.own)],
      [`${name}: ${t('moved.byShare')}`, ...stand, ...amount(of.mix)],
    ]
  }
  const { now, before, change } = answer
  return {
    head: [
      t('moved.part'),
      t('moved.before'),
      t('moved.nBefore'),
      t('moved.now'),
      t('n'),
      t('moved.adds'),
      t('from95'),
      t('to95'),
    ],
    rows: [
      [
        t('change'),
        value(before.value),
        before.n,
        value(now.value),
        now.n,
        by(change?.value ?? null),
        by(change?.low ?? null),
        by(change?.high ?? null),
      ],
      ...answer.parts.map((part) => [partName(part.kind, answer, t), null, null, null, null, ...amount(part)]),
      ...answer.units.flatMap((unit) => levels(unitName(unit, t), unit)),
      ...answer.segments.flatMap((segment) => levels(segmentName(segment, t), segment)),
    ],
  }
}
