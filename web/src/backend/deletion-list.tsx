import type { UniverseDeletion } from '@kaiku/contract/universe-deletion.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { faultText } from '../call/fault-text.ts'
import { takeFile } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Badge } from '../control/badge.tsx'
import { LinkButton } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { Notice } from '../overlay/notice.tsx'
import { useIdentity } from '../session/identity.ts'
import css from './backend.module.css'
import { universeDeletionsQuery } from './backend.queries.ts'

/** Universes that were deleted, each with its certificate; nothing where none was. */
export function DeletionList() {
  const { t } = useTranslation()
  const { data, error } = useQuery(universeDeletionsQuery)
  if (error) return <Notice alert title={faultText(error, t)} />
  if (!data || data.length === 0) return null
  return (
    <Section title={t('backend.deletions')} intro={t('backend.deletionsWhy')}>
      <ul className={css.universes}>
        {data.map((one) => (
          <Deletion key={one.deletionId} one={one} />
        ))}
      </ul>
    </Section>
  )
}

function Deletion({ one }: { one: UniverseDeletion }) {
  const { t, i18n } = useTranslation()
  const identity = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const { deletionId, name, title, by, askedAt, figuresAt, purgedAt, rows } = one
  const take = (format: 'pdf' | 'json') =>
    attempt(async () => {
      await takeFile('universeDeletion.certificate', { deletionId, format, locale: i18n.language }, identity)
      return null
    })
  const at = (moment: string) => momentText(moment, i18n.language)
  return (
    <li>
      <b>{title}</b>
      <small>{[name, t('backend.deletedBy', { by, at: at(askedAt) })].join(' · ')}</small>
      {figuresAt === null ? (
        <Badge tone="warn">{t('backend.isDeleting')}</Badge>
      ) : (
        <small>
          {t('backend.rows', { count: rows, n: formatCount(rows, i18n.language) })}
          {' · '}
          {purgedAt === null ? t('backend.purgedTonight') : t('backend.purgedAt', { at: at(purgedAt) })}
        </small>
      )}
      {figuresAt !== null && (
        <div className={css.universeActs}>
          {(['pdf', 'json'] as const).map((format) => (
            <LinkButton key={format} disabled={busy} onClick={() => void take(format)}>
              {t(`backend.certificate.${format}`, { universe: title })}
            </LinkButton>
          ))}
        </div>
      )}
      <FormFault text={fault} />
    </li>
  )
}
