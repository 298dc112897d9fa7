import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../call/send.ts'
import { LinkButton } from '../control/control.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import listCss from '../token-list/token-list.module.css'

const first = 8
const more = 50

type Props<T> = {
  title: string
  /** What is said where there is none. */
  none: string
  of: { data?: readonly T[] | undefined; error: CallError | Error | null; refetch: () => unknown }
  /** An `li` with a key. */
  line: (one: T) => ReactNode
}

/** The newest of a list, and more of it where that is wanted. */
export function WorkLines<T>({ title, none, of: { data, error, refetch }, line }: Props<T>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(first)
  if (error) return <Failed title={t('work.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={120} />
  if (data.length === 0) return <p className={listCss.hint}>{none}</p>
  return (
    <>
      <ul className={listCss.tokens} aria-label={title}>
        {data.slice(0, shown).map(line)}
      </ul>
      {data.length > shown && <LinkButton onClick={() => setShown(shown + more)}>{t('work.more')}</LinkButton>}
    </>
  )
}
