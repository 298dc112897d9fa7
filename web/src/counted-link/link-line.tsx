import type { CountedLink } from '@kaiku/contract/counted-link.ts'
import { formatCount, formatDay } from '@kaiku/core/format.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { Badge } from '../control/badge.tsx'
import { Button } from '../control/control.tsx'
import { ownAddress } from '../session/own-address.ts'
import css from '../token-list/token-list.module.css'

export type LinkAct = 'copy' | 'hits' | 'change' | 'end' | 'remove'

type Props = { link: CountedLink; busy: boolean; mayAct: boolean; onAct: (act: LinkAct) => void }

/** A link in a list: where it leads, who made it, how often it was followed, until when. */
export function LinkLine({ link, busy, mayAct, onAct }: Props) {
  const { t, i18n } = useTranslation()
  const { title, note, path, by, madeAt, until, hasEnded, opened, people, beforeSignIn, lastAt } = link
  const count = (n: number) => formatCount(n, i18n.language)
  const when = (moment: string) => momentText(moment, i18n.language)
  const made =
    lastAt === null
      ? t('link.made', { by, when: when(madeAt) })
      : t('link.madeAndLast', { by, when: when(madeAt), last: when(lastAt) })
  const followed =
    lastAt === null
      ? t('link.unopened')
      : t('link.opened', { opened: count(opened), people: count(people), waiting: count(beforeSignIn) })
  return (
    <>
      <div className={css.token}>
        <div className={css.head}>
          <b>
            <Link to={ownAddress(path)}>{title}</Link>
          </b>
          {hasEnded && <Badge>{t('link.ended')}</Badge>}
          {until !== null && !hasEnded && <Badge>{t('link.endsOn', { day: formatDay(until, i18n.language) })}</Badge>}
        </div>
        {note !== '' && <span>{note}</span>}
        <span>{followed}</span>
        <span>{made}</span>
      </div>
      <div className={css.lineActs}>
        {actsOf(link, mayAct).map((act) => (
          <Button key={act} disabled={busy} onClick={() => onAct(act)}>
            {t(`link.${act}`)} <span className="hidden-text">{title}</span>
          </Button>
        ))}
      </div>
    </>
  )
}

const actsOf = ({ hasEnded }: CountedLink, mayAct: boolean): LinkAct[] => [
  ...(hasEnded ? [] : (['copy'] as const)),
  'hits',
  ...(mayAct ? (['change', hasEnded ? 'remove' : 'end'] as const) : []),
]
