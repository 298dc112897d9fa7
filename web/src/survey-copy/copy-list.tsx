import type { SurveyCopy } from '@kaiku/contract/survey-copy.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
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
import { ownAddress } from '../session/own-address.ts'
import css from './survey-copy.module.css'
import { surveyCopiesQuery } from './survey-copy.queries.ts'

/** One’s own exports of surveys and what is made of them; nothing where there is none. */
export function CopyList() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data, error } = useQuery(surveyCopiesQuery)
  const made = data?.filter((one) => one.made !== null).length ?? 0
  // A survey that has been made can be chosen.
  useEffect(() => {
    if (made > 0) void client.invalidateQueries({ queryKey: ['surveys'] })
  }, [made, client])
  if (error) return <Notice alert title={faultText(error, t)} />
  if (!data || data.length === 0) return null
  return (
    <Section title={t('surveyCopy.list')} intro={t('surveyCopy.listWhy')}>
      <ul className={css.copies}>
        {data.map((one) => (
          <Copy key={one.taskId} one={one} />
        ))}
      </ul>
    </Section>
  )
}

function Copy({ one }: { one: SurveyCopy }) {
  const { t, i18n } = useTranslation()
  const identity = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const { taskId, kind, title, progress, createdAt, endedAt, refusal, file, made, state } = one
  const at = (moment: string) => momentText(moment, i18n.language)
  const take = () =>
    attempt(async () => {
      await takeFile('surveyCopy.file', { taskId }, identity)
      return null
    })
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(progress)
  return (
    <li>
      <b>{title}</b>
      <small>
        {[t(kind === 'export' ? 'surveyCopy.kindExport' : 'surveyCopy.kindImport'), at(createdAt)].join(' · ')}
      </small>
      {endedAt === null && (
        <Badge tone="warn">
          <span role="status">{t('surveyCopy.goesOn', { percent })}</span>
        </Badge>
      )}
      {state === 'failed' && <Badge tone="bad">{t('surveyCopy.failed')}</Badge>}
      {refusal && <p className={css.fault}>{faultText(refusal, t)}</p>}
      {made && (
        <small>
          {t('surveyCopy.made', { count: made.interviews, n: formatCount(made.interviews, i18n.language) })}
          {made.differing.length > 0 && ` · ${t('surveyCopy.differing', { names: made.differing.join(', ') })}`}
        </small>
      )}
      <div className={css.acts}>
        {made && (
          <Link to={ownAddress(pathTo('survey', { survey: made.survey, surveyId: made.survey }))}>
            {t('surveyCopy.open', { survey: made.survey })}
          </Link>
        )}
        {file && (
          <>
            <LinkButton disabled={busy} onClick={() => void take()}>
              {t('surveyCopy.fetch', { file: file.name, size: sizeText(file.size, i18n.language) })}
            </LinkButton>
            <small>{t('surveyCopy.until', { at: at(file.expiresAt) })}</small>
          </>
        )}
        {state === 'done' && !file && <small>{t('surveyCopy.gone')}</small>}
      </div>
      <FormFault text={fault} />
    </li>
  )
}
