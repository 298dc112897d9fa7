import type { AnswerOf } from '@kaiku/contract/result.ts'
import { noAnswer } from '@kaiku/core/filter-token.ts'
import { formatCount, formatValue } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import css from '../big-screen-surface/surface.module.css'
import { Surface } from '../big-screen-surface/surface.tsx'
import { roomy, useCapacity } from '../big-screen-surface/use-capacity.ts'

/** The answers to a question, as many as have room; on a scale all of them stand side by side. */
export function SlideBars({ answer, title }: { answer: AnswerOf<'Distribution'>; title: string | undefined }) {
  const { t, i18n } = useTranslation()
  const [ref, capacity] = useCapacity<HTMLDivElement>()
  const { question, state, n } = answer
  const valid = answer.bars.filter(({ missing }) => !missing)
  const share = (value: number | null) => formatValue('share', value, 0, i18n.language)
  const top = Math.max(1, ...valid.map((bar) => bar.share ?? 0))
  const titleOf = ({ code, title: own }: (typeof valid)[number]) => (code === noAnswer ? t('filter.noAnswer') : own)
  const isUpright = question.type === 'scale' && valid.length > capacity && valid.length <= 12
  return (
    <Surface title={title ?? question.title}>
      <div ref={ref} className={css.list} data-state={state}>
        {state === 'shown' || state === 'few' ? (
          <ul className={isUpright ? css.columns : css.bars} data-roomy={valid.length * roomy <= capacity}>
            {(isUpright ? valid : valid.slice(0, capacity)).map((bar) => (
              <li key={bar.code}>
                <span className={css.label}>{isUpright ? bar.code : titleOf(bar)}</span>
                <span className={css.track} aria-hidden>
                  <span style={{ [isUpright ? 'height' : 'width']: `${(100 * (bar.share ?? 0)) / top}%` }} />
                </span>
                <b>{bar.n === null ? t('hiddenShort') : share(bar.share)}</b>
              </li>
            ))}
          </ul>
        ) : (
          <p className={css.facts}>{t(state === 'hidden' ? 'hiddenShort' : 'noAnswers')}</p>
        )}
      </div>
      {n !== null && (
        <p className={css.facts}>
          {t('screen.answers', { count: n, n: formatCount(n, i18n.language) })}
          {state === 'few' && ` · ${t('few')}`}
        </p>
      )}
    </Surface>
  )
}
