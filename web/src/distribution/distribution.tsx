import type { AnswerOf } from '@kaiku/contract/result.ts'
import { noAnswer } from '@kaiku/core/filter-token.ts'
import { formatCount, formatValue } from '@kaiku/core/format.ts'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../card/card.tsx'
import type { DataTable } from '../card/data-table.tsx'
import { InPlace } from '../card/in-place.tsx'
import { LinkButton } from '../control/control.tsx'
import type { ComponentProps } from '../figure/component-props.ts'
import { countText } from '../figure/count-text.ts'
import { useTableFile } from '../figure/figure-table.ts'
import { usePeek } from '../insight/insight.tsx'
import { Notice } from '../overlay/notice.tsx'
import { usePlace } from '../place/place.queries.ts'
import { startMoreTexts } from '../text/text.ts'
import css from './distribution.module.css'

type Bar = AnswerOf<'Distribution'>['bars'][number]
const shownFirst = 12
/** Longer names stand above their bars where there is little room. */
const shortTitle = 8

/** Few distributions are split. */
const DistributionSplit = lazy(async () => {
  const [{ DistributionSplit: shown }] = await Promise.all([
    import('./distribution-split.tsx'),
    startMoreTexts('component'),
  ])
  return { default: shown }
})

/** How the answers to a question are spread, with uncertainty; missing answers stand apart, outside the base. */
export function Distribution({ asked, answer, title }: ComponentProps<'Distribution'>) {
  const { t, i18n } = useTranslation()
  const fileOf = useTableFile(asked)
  const { data: place } = usePlace()
  const [all, setAll] = useState(false)
  const peek = usePeek()
  const { n, state, question, weighted } = answer
  const heading = title ?? question.title
  const bars = answer.bars.map((bar) => (bar.code === noAnswer ? { ...bar, title: t('filter.noAnswer') } : bar))
  const valid = bars.filter((bar) => !bar.missing)
  const missing = bars.filter((bar) => bar.missing)
  const share = (value: number | null) => formatValue('share', value, 1, i18n.language)
  const table: DataTable = {
    head: [t('answer'), t('share'), t('from95'), t('to95'), t('n')],
    rows: bars.map((bar) => [bar.title, bar.missing ? null : share(bar.share), bar.low, bar.high, bar.n]),
  }
  const count = countText(n, weighted, t, i18n.language)
  if (state === 'hidden')
    return (
      <Card title={heading}>
        <Notice title={t('hidden', { minimum: place?.minimumN ?? '' })}>{t('hiddenWhy')}</Notice>
      </Card>
    )
  if (state === 'none' || valid.length === 0)
    return (
      <Card title={heading}>
        <Notice title={t('noAnswers')}>{t('noAnswersWhy')}</Notice>
      </Card>
    )
  if (answer.split) return <DistributionSplit asked={asked} question={question} split={answer.split} title={title} />
  const top = Math.max(1, ...valid.map((bar) => bar.high ?? bar.share ?? 0))
  const scale = Math.min(100, top * 1.06)
  const shown = all ? valid : valid.slice(0, shownFirst)
  const openerOf = ({ select, n: count, ...bar }: Bar) =>
    peek && count && (select || place?.protection)
      ? () => peek({ title: `${question.title} · ${nameOf(bar)}`, groups: [{ path: null, select }], n: count })
      : undefined
  return (
    <Card title={heading} count={count} table={table} fetchFile={fileOf(heading)}>
      {shown.some(({ group }) => group !== null) && <NpsKey />}
      <div className={css.frame}>
        <ul
          className={css.bars}
          data-few={state === 'few' || undefined}
          data-long={shown.some((bar) => nameOf(bar).length > shortTitle) || undefined}
        >
          {shown.map((bar) => (
            <OneBar
              key={bar.code}
              bar={bar}
              scale={scale}
              share={bar.n === null ? t('hiddenShort') : share(bar.share)}
              onOpen={openerOf(bar)}
            />
          ))}
        </ul>
      </div>
      {valid.length > shownFirst && (
        <LinkButton className={css.more} onClick={() => setAll(!all)}>
          {t(all ? 'showLess' : 'showAll', { n: formatCount(valid.length, i18n.language) })}
        </LinkButton>
      )}
      {state === 'few' && <p className={css.note}>{t('fewWhy', { minimum: place?.minimumN ?? '' })}</p>}
      {missing.length > 0 && (
        <dl className={css.missing} aria-label={t('missing')}>
          {missing.map((bar) => (
            <div key={bar.code}>
              <dt>{bar.title}</dt>
              <dd>{formatCount(bar.n, i18n.language)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}

/** The marks of an NPS question are known by their numbers; words on a few of them would take the room of the bars. */
const nameOf = ({ group, code, title }: Pick<Bar, 'group' | 'code' | 'title'>) => (group === null ? title : code)

const groups = ['detractor', 'passive', 'promoter'] as const

/** Whom the colours of the bars stand for. */
function NpsKey() {
  const { t } = useTranslation()
  return (
    <ul className={css.key}>
      {groups.map((group) => (
        <li key={group}>
          <i data-group={group} aria-hidden />
          {t(`nps.${group}s`)}
        </li>
      ))}
    </ul>
  )
}

type BarProps = { bar: Bar; scale: number; share: string; onOpen: (() => void) | undefined }

function OneBar({ bar, scale, share, onOpen }: BarProps) {
  const { t, i18n } = useTranslation()
  const percent = (value: number) => `${(100 * value) / scale}%`
  const count = formatCount(bar.n, i18n.language)
  const interval =
    bar.low === null || bar.high === null
      ? ''
      : t('interval95', {
          low: formatValue('share', bar.low, 1, i18n.language),
          high: formatValue('share', bar.high, 1, i18n.language),
        })
  return (
    <li
      className={css.bar}
      data-group={bar.group ?? undefined}
      title={[bar.title, share, interval, bar.n !== null && `${t('n')} ${count}`].filter(Boolean).join(' · ')}
    >
      <span className={css.label}>{nameOf(bar)}</span>
      <span className={css.track} aria-hidden>
        <span className={css.fill} style={{ width: percent(bar.share ?? 0) }} />
        {bar.low !== null && bar.high !== null && (
          <span
            key={interval}
            className={css.whisker}
            style={{ left: percent(bar.low), width: percent(bar.high - bar.low) }}
          />
        )}
      </span>
      <InPlace className={css.share} text={share} />
      <InPlace className={css.n} text={bar.n === null ? '' : count} />
      {onOpen && (
        <button
          type="button"
          className={css.open}
          aria-haspopup="dialog"
          aria-label={t('peek.of', { what: nameOf(bar) })}
          onClick={onOpen}
        />
      )}
    </li>
  )
}
