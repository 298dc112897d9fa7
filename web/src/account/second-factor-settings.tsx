import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Section } from '../control/section.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { FactorList } from '../second-factor/factor-list.tsx'
import css from '../second-factor/second-factor.module.css'
import { secondFactorsQuery } from '../second-factor/second-factor.queries.ts'

/** The second factors of one's own account. */
export function SecondFactorSettings() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(secondFactorsQuery)
  const isEmpty = data?.totpSince === null && data.passkeys.length === 0
  return (
    <Section title={t('factor.title')} intro={t('factor.why')}>
      {error && <Failed title={t('factor.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={140} />}
      {data && !data.hasPassword && <p className={css.hint}>{t('factor.elsewhere')}</p>}
      {data?.hasPassword && data.policy === 'off' && <p className={css.hint}>{t('factor.off')}</p>}
      {data?.hasPassword && !(data.policy === 'off' && isEmpty) && <FactorList factors={data} />}
    </Section>
  )
}
