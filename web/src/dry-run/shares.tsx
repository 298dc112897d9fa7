import { formatCount } from '@kaiku/core/format.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../control/control.tsx'
import css from './alert-rule.module.css'

/** How many alerts somebody or something has, and how many of them are there already. */
export type Share = { readonly key: string; readonly title: string; readonly count: number; readonly raised: number }

const few = 8

/** Alerts split up, each part with its bar: dark what would be new, light what is there already. */
export function Shares({ title, shares }: { title: string; shares: readonly Share[] }) {
  const { t, i18n } = useTranslation()
  const [isAll, setAll] = useState(false)
  const most = Math.max(1, ...shares.map(({ count }) => count))
  const shown = isAll ? shares : shares.slice(0, few)
  const n = (value: number) => formatCount(value, i18n.language)
  const width = (value: number) => ({ width: `${(100 * value) / most}%` })
  return (
    <div className={css.card}>
      <table className={css.share}>
        <caption>{title}</caption>
        <tbody>
          {shown.map(({ key, title: name, count, raised }) => (
            <tr key={key}>
              <th scope="row" dir="auto">
                {name}
              </th>
              <td>
                <span className={css.bar} aria-hidden>
                  <i style={width(count - raised)} />
                  <i data-there style={width(raised)} />
                </span>
                <span title={raised > 0 ? `${t('rule.already')}: ${n(raised)}` : undefined}>{n(count)}</span>
                {raised > 0 && <span className="hidden-text">{`${t('rule.already')}: ${n(raised)}`}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shares.length > few && !isAll && (
        <LinkButton data-screen-only onClick={() => setAll(true)}>
          {t('rule.more', { n: n(shares.length - few) })}
        </LinkButton>
      )}
    </div>
  )
}
