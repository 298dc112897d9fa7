import type { CheckedInterview } from '@kaiku/contract/response-check.ts'
import { formatDay } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentDayText } from '../browser/moment.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Badge } from '../control/badge.tsx'
import { Button, Field, Tick } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { ownAddress } from '../session/own-address.ts'
import css from './response-check.module.css'
import { useResponseCheckActs } from './response-check.queries.ts'

type Props = { survey: string; title: string; interviews: readonly CheckedInterview[]; findingId: string | null }

/** Interviews to look at, to leave out of every figure or to let count again; all are chosen at first that may be left out. */
export function CheckedInterviews({ survey, title, interviews, findingId }: Props) {
  const { t, i18n } = useTranslation()
  const [dropped, drop] = useState<ReadonlySet<string>>(new Set())
  const [reason, setReason] = useState('')
  const { busy, fault, attempt } = useAttempt()
  const { exclude, restore } = useResponseCheckActs(survey)
  const mine = interviews.filter((one) => one.mayExclude)
  const chosen = mine.filter(({ interviewId }) => !dropped.has(interviewId))
  const counting = chosen.filter((one) => one.exclusion === null).map(({ interviewId }) => interviewId)
  const out = chosen.filter((one) => one.exclusion !== null).map(({ interviewId }) => interviewId)
  const toggle = (id: string) => {
    const next = new Set(dropped)
    if (!next.delete(id)) next.add(id)
    drop(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await exclude({ interviews: counting, reason, findingId })
      setReason('')
      return null
    })
  }
  return (
    <div className={css.interviews}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys */}
      <section className={css.scroll} tabIndex={0} aria-label={title}>
        <table className={css.table} aria-label={title}>
          <thead>
            <tr>
              {mine.length > 0 && (
                <th scope="col">
                  <Tick
                    aria-label={t('integrity.all')}
                    checked={dropped.size === 0}
                    onChange={() => drop(new Set(dropped.size === 0 ? mine.map((one) => one.interviewId) : []))}
                  />
                </th>
              )}
              <th scope="col">{t('integrity.when')}</th>
              <th scope="col">{t('integrity.place')}</th>
              <th scope="col">{t('integrity.standing')}</th>
            </tr>
          </thead>
          <tbody>
            {interviews.map(({ interviewId, day, time, place, exclusion, mayExclude }) => (
              <tr key={interviewId}>
                {mine.length > 0 && (
                  <td>
                    {mayExclude && (
                      <Tick
                        aria-label={t('integrity.choose', { day: formatDay(day, i18n.language), time: time ?? '' })}
                        checked={!dropped.has(interviewId)}
                        onChange={() => toggle(interviewId)}
                      />
                    )}
                  </td>
                )}
                <td>
                  <Link to={ownAddress(pathTo('interview', { survey, interviewId }))} preload={false}>
                    {formatDay(day, i18n.language)} {time}
                  </Link>
                </td>
                <td>{place.filter(Boolean).at(-1) ?? t('integrity.everywhere')}</td>
                <td>
                  {exclusion ? (
                    <>
                      <Badge tone="warn">{t('integrity.excluded')}</Badge>{' '}
                      {t('integrity.excludedBy', {
                        day: momentDayText(exclusion.at, i18n.language),
                        by: exclusion.by || '–',
                        reason: exclusion.reason,
                      })}
                    </>
                  ) : (
                    t('integrity.counts')
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {counting.length > 0 && (
        <form className={css.act} onSubmit={submit}>
          <Field
            label={t('integrity.reason')}
            value={reason}
            maxLength={500}
            required
            onChange={(event) => setReason(event.target.value)}
          />
          <Button type="submit" disabled={busy || reason.trim() === ''}>
            {t('integrity.exclude', { count: counting.length })}
          </Button>
        </form>
      )}
      {out.length > 0 && (
        <div className={css.act}>
          <Button
            disabled={busy}
            onClick={() =>
              void attempt(async () => {
                await restore(out)
                return null
              })
            }
          >
            {t('integrity.restore', { count: out.length })}
          </Button>
        </div>
      )}
      <FormFault text={fault} />
    </div>
  )
}
