import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import type { Reply } from '../call/calls.ts'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Badge } from '../control/badge.tsx'
import { Button } from '../control/control.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { isRemoving, RemovedNotice } from '../universe/retention-table.tsx'
import css from './backend.module.css'
import { versionQuery, versionsQuery } from './backend.queries.ts'

type Change = Reply<'backend.files'>['changes'][number]

/** The versions of the survey's definition, what each changed, and the way back to one. */
export function Versions() {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { data, error } = useQuery(versionsQuery(survey.extName))
  const [chosen, setChosen] = useState<number | null>(null)
  if (error) return <Notice alert title={faultText(error, t)} />
  if (!data) return <Skeleton height={320} />
  const published = data.find(({ isPublished }) => isPublished)?.version ?? 0
  const open = chosen ?? published
  return (
    <div className={css.versions}>
      <nav aria-label={t('backend.versions')}>
        <ul>
          {data.map(({ version, at, by, isPublished }) => (
            <li key={version}>
              <button
                type="button"
                className={css.version}
                aria-current={version === open}
                onClick={() => setChosen(version)}
              >
                <b>{t('backend.version', { version })}</b>
                {isPublished && <Badge tone="good">{t('backend.published')}</Badge>}
                <small>
                  {momentText(at, i18n.language)} · {by}
                </small>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <OneVersion key={open} version={open} published={published} onPublished={() => setChosen(null)} />
    </div>
  )
}

type Props = { version: number; published: number; onPublished: () => void }

function OneVersion({ version, published, onPublished }: Props) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const { data, error } = useQuery(versionQuery(survey.extName, version))
  const { busy, fault, attempt } = useAttempt()
  const [asks, setAsks] = useState(false)
  if (error) return <Notice alert title={faultText(error, t)} />
  if (!data) return <Skeleton height={320} />
  const rollBack = () =>
    void attempt(async () => {
      const next = await send('backend.rollBack', { survey: survey.extName, version, published })
      await client.invalidateQueries({ queryKey: ['backend'] })
      setAsks(false)
      say(t('backend.rolledBack', { version: next.version }))
      onPublished()
      return null
    })
  return (
    <section className={css.one} aria-label={t('backend.version', { version })}>
      {version !== published && <Button onClick={() => setAsks(true)}>{t('backend.rollBack', { version })}</Button>}
      <h2>{t('backend.changed')}</h2>
      <Changes changes={data.changes} none={version === 1 ? t('backend.first') : t('backend.noChanges')} />
      <h2>{t('backend.blocks')}</h2>
      {data.files.map(({ file, text }) => (
        <details key={file} className={css.block}>
          <summary>{file}</summary>
          <pre>{text}</pre>
        </details>
      ))}
      {asks && (
        <Confirm
          title={t('backend.rollBackTitle', { version })}
          act={t(isRemoving(data.removedBack) ? 'settings.removed.publish' : 'backend.rollBackAct')}
          busy={busy}
          fault={fault}
          onConfirm={rollBack}
          onClose={() => setAsks(false)}
        >
          <p>{t('backend.rollBackWhy')}</p>
          <RemovedNotice removed={data.removedBack} />
          <Changes changes={data.changesBack} none={t('backend.noChanges')} />
        </Confirm>
      )}
    </section>
  )
}

function Changes({ changes, none }: { changes: readonly Change[]; none: string }) {
  if (changes.length === 0) return <p className={css.none}>{none}</p>
  return (
    <ul className={css.changes}>
      {changes.map(({ file, place, before, after }) => (
        <li key={`${file} ${place}`}>
          <code>
            {file} {place}
          </code>
          {before !== null && <del>{before}</del>}
          {after !== null && <ins>{after}</ins>}
        </li>
      ))}
    </ul>
  )
}
