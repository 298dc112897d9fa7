import type { UniverseCopy } from '@kaiku/contract/universe-copy.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { sizeText } from '../browser/size-text.ts'
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
import { operatedSurveysQuery, operatedUniversesQuery, universeCopiesQuery } from './backend.queries.ts'

/** Universes that were written into files or made of them lately; nothing where none was. */
export function UniverseCopies() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data, error } = useQuery(universeCopiesQuery)
  const made = data?.filter(({ kind, endedAt }) => kind === 'import' && endedAt !== null).length ?? 0
  // A universe that has been made stands in the lists above.
  useEffect(() => {
    if (made > 0)
      for (const { queryKey } of [operatedUniversesQuery, operatedSurveysQuery])
        void client.invalidateQueries({ queryKey })
  }, [made, client])
  if (error) return <Notice alert title={faultText(error, t)} />
  if (!data || data.length === 0) return null
  return (
    <Section title={t('backend.copies')} intro={t('backend.copiesWhy')}>
      <ul className={css.universes}>
        {data.map((one) => (
          <Copy key={one.taskId} one={one} />
        ))}
      </ul>
    </Section>
  )
}

function Copy({ one }: { one: UniverseCopy }) {
  const { t, i18n } = useTranslation()
  const identity = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const {
    taskId,
    kind,
    universe,
    title,
    by,
    withAnswers,
    progress,
    createdAt,
    endedAt,
    refusal,
    file,
    made,
    state,
    copyOf,
  } = one
  const at = (moment: string) => momentText(moment, i18n.language)
  const take = () =>
    attempt(async () => {
      await takeFile('universeCopy.file', { taskId }, identity)
      return null
    })
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(progress)
  const what =
    kind === 'import'
      ? copyOf === null
        ? t('backend.copyImport')
        : t('backend.copyMadeUp', { of: copyOf })
      : withAnswers === true
        ? t('backend.exportAnswers')
        : t('backend.exportConfiguration')
  return (
    <li>
      <b>{title}</b>
      <small>{[universe, what, t('backend.copyBy', { by, at: at(createdAt) })].join(' · ')}</small>
      {endedAt === null && (
        <Badge tone="warn">
          <span role="status">{t('backend.copyGoesOn', { percent })}</span>
        </Badge>
      )}
      {state === 'failed' && <Badge tone="bad">{t('backend.copyFailed')}</Badge>}
      {refusal && <p className={css.copyFault}>{faultText(refusal, t)}</p>}
      {made && (
        <small>
          {t(copyOf === null ? 'backend.copyMade' : 'backend.madeUpMade', {
            count: made.interviews,
            n: formatCount(made.interviews, i18n.language),
          })}
          {made.taken.length > 0 && ` · ${t('backend.copyTaken', { names: made.taken.join(', ') })}`}
        </small>
      )}
      {file && (
        <div className={css.universeActs}>
          <LinkButton disabled={busy} onClick={() => void take()}>
            {kind === 'import'
              ? t('backend.copyAccount', { universe: title })
              : withAnswers === true
                ? t('backend.copyFetchPersonal', { universe: title, size: sizeText(file.size, i18n.language) })
                : t('backend.copyFetch', { universe: title, size: sizeText(file.size, i18n.language) })}
          </LinkButton>
          <small>{t('backend.copyUntil', { at: at(file.expiresAt) })}</small>
        </div>
      )}
      {state === 'done' && !file && <small>{t('backend.copyGone')}</small>}
      <FormFault text={fault} />
    </li>
  )
}
