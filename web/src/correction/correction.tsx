import type { Correctable, CorrectedValue } from '@kaiku/contract/correction.ts'
import type { Interview } from '@kaiku/contract/interview.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { CallError, send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, LinkButton } from '../control/control.tsx'
import { answerWords } from '../interview/answer-words.ts'
import { interviewQuery } from '../interview/interview.queries.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import { AnswerInput } from './answer-input.tsx'
import css from './correction.module.css'
import { correctableQuery } from './correction.queries.ts'
import { changesOf, isSame, shownValue, type Typed } from './correction-draft.ts'

/** What stands beside a question, by its id. */
type Beside = ReadonlyMap<string, string>
type Props = { interview: Interview; onClose: () => void }

const nothing: Beside = new Map()

/** Corrects answers of an interview; what somebody else changed meanwhile is shown first, and nothing typed is lost. */
export function Correction({ interview: { survey, interviewId }, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const query = correctableQuery(survey, interviewId, i18n.language)
  const { data, error } = useQuery(query)
  const { busy, fault, attempt } = useAttempt()
  const [typed, setTyped] = useState<Typed>(new Map())
  const [faults, setFaults] = useState<Beside>(nothing)
  const [meanwhile, setMeanwhile] = useState<{ what: string; now: Beside }>({ what: '', now: nothing })
  const changes = changesOf(data?.questions ?? [], typed)
  const save = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      setFaults(nothing)
      try {
        const kept = await send('correction.correct', { survey, interviewId, locale: i18n.language, changes })
        client.setQueryData(query.queryKey, kept)
        await client.invalidateQueries(interviewQuery(survey, interviewId, i18n.language))
        say(t('correction.saved'))
        onClose()
        return null
      } catch (refused) {
        if (!(refused instanceof CallError) || refused.details.length === 0) throw refused
        if (refused.code === 'conflict') {
          const now = refused.details.map(({ place, found }): [string, string] => [
            place,
            found === '' ? t('correction.nowNone') : t('correction.now', { now: found }),
          ])
          setMeanwhile({ what: faultText(refused, t), now: new Map(now) })
          await client.refetchQueries(query)
          return null
        }
        setFaults(new Map(refused.details.map(({ place, expected }) => [place, expected])))
        return null
      }
    })
  }
  return (
    <Dialog title={t('correction.open')} onClose={onClose}>
      <form className={css.form} onSubmit={save}>
        <p className={css.why}>{t('correction.why')}</p>
        {error && <p role="alert">{faultText(error, t)}</p>}
        {!data && !error && <Skeleton height={240} />}
        {data?.questions.map((question) => (
          <Line
            key={question.id}
            question={question}
            value={shownValue(typed, question)}
            fault={faults.get(question.id)}
            now={meanwhile.now.get(question.id)}
            onChange={(value) => setTyped(new Map([...typed, [question.id, value]]))}
          />
        ))}
        <div className={css.end}>
          {meanwhile.what !== '' && <p role="alert">{t('correction.again', { what: meanwhile.what })}</p>}
          {fault !== '' && <p role="alert">{fault}</p>}
          <Button primary type="submit" disabled={busy || changes.length === 0}>
            {changes.length === 0 ? t('save') : t('correction.save', { count: changes.length })}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type LineProps = {
  question: Correctable
  value: CorrectedValue
  fault: string | undefined
  now: string | undefined
  onChange: (value: CorrectedValue) => void
}

function Line({ question, value, fault, now, onChange }: LineProps) {
  const { t, i18n } = useTranslation()
  const { title, unit, original, originalShown, isFixed, type } = question
  const was = originalShown === null ? null : answerWords(originalShown, type, i18n.language)
  return (
    <div className={css.line} data-changed={!isSame(value, question.value) || undefined}>
      <span className={css.title}>
        {title}
        {unit !== null && ` (${unit})`}
      </span>
      {isFixed ? (
        <p className={css.hint}>{t('correction.fixed')}</p>
      ) : (
        <div className={css.answer}>
          <AnswerInput question={question} value={value} fault={fault} onChange={onChange} />
          {now !== undefined && <p className={css.now}>{now}</p>}
          {!isSame(value, original) && (
            <LinkButton onClick={() => onChange(original)}>
              {was === null ? t('correction.restoreNone') : t('correction.restore', { was })}
            </LinkButton>
          )}
        </div>
      )}
    </div>
  )
}
