import { IconPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Key, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import css from './token-list.module.css'

type Props<One> = {
  /** Whose texts: of the tokens of directories, the keys of programs, or the webhooks. */
  words: 'scim' | 'program' | 'webhook'
  list: Pick<UseQueryResult<readonly One[]>, 'data' | 'error' | 'refetch'>
  keyOf: (one: One) => Key
  line: (one: One) => ReactNode
  /** Of an act on a line. */
  fault?: string
  onNew: () => void
  /** What is asked about one of them, or about a new one. */
  children: ReactNode
}

/** What programs have to speak with a universe, one a line, and the way to a new one. */
export function TokenList<One>({
  words,
  list: { data, error, refetch },
  keyOf,
  line,
  fault = '',
  onNew,
  children,
}: Props<One>) {
  const { t } = useTranslation()
  return (
    <Section title={t(`${words}.title`)} intro={t(`${words}.why`)}>
      {error && <Failed title={t(`${words}.failed`)} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={80} />}
      {data?.length === 0 && <p className={css.hint}>{t(`${words}.none`)}</p>}
      {data && data.length > 0 && (
        <ul className={css.tokens}>
          {data.map((one) => (
            <li key={keyOf(one)}>{line(one)}</li>
          ))}
        </ul>
      )}
      <FormFault text={fault} />
      <div>
        <Button onClick={onNew}>
          <IconPlus size={16} aria-hidden /> {t(`${words}.new`)}
        </Button>
      </div>
      {children}
    </Section>
  )
}

/** Name of one, and what is known of it in one or two lines. */
export const TokenLine = ({ name, facts }: { name: string; facts: readonly string[] }) => (
  <div className={css.token}>
    <b>{name}</b>
    {facts.map((fact) => (
      <span key={fact}>{fact}</span>
    ))}
  </div>
)
