import type { SqlQuestion, SqlResult } from '@kaiku/contract/sql.ts'
import type { SqlLook } from '@kaiku/contract/sql-limit.ts'
import { IconPencil, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'
import { Button, IconButton } from '../control/control.tsx'
import { KeepMenu } from '../explore/keep-menu.tsx'
import { Notice } from '../overlay/notice.tsx'
import { sqlQuestionsQuery } from '../sql/sql.queries.ts'
import { SqlFound } from './sql-found.tsx'
import css from './sql-page.module.css'

/** What came of a statement: not asked yet, on its way, found, or refused. */
type Outcome = { readonly result?: SqlResult; readonly fault?: string; readonly isRunning?: true }

type Props = { survey: string; path: string; onEdit: (question: SqlQuestion) => void }

/** The kept statements by their names, each with what it finds, one after the other. */
export function Notebook({ survey, path, onEdit }: Props) {
  const { t, i18n } = useTranslation()
  const { data: questions } = useQuery(sqlQuestionsQuery(survey))
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({})
  const [looks, setLooks] = useState<Readonly<Record<string, SqlLook>>>({})
  const isRunning = Object.values(outcomes).some((one) => one.isRunning)
  const tell = (id: string, outcome: Outcome) => setOutcomes((before) => ({ ...before, [id]: outcome }))
  const run = async ({ questionId, statement }: SqlQuestion) => {
    tell(questionId, { isRunning: true })
    try {
      tell(questionId, { result: await send('sql.run', { survey, path, statement, locale: i18n.language }) })
    } catch (error) {
      tell(questionId, { fault: faultText(error instanceof Error ? error : new Error(String(error)), t) })
    }
  }
  const runAll = async () => {
    for (const question of questions ?? []) await run(question)
  }
  if (questions?.length === 0) return <Notice title={t('sql.none')}>{t('sql.noneWhy')}</Notice>
  return (
    <div className={css.notebook}>
      <div className={css.acts}>
        <Button primary disabled={isRunning || !questions} onClick={() => void runAll()}>
          <IconPlayerPlay size={16} aria-hidden />
          {t(isRunning ? 'sql.running' : 'sql.runAll')}
        </Button>
        <span className={css.quiet}>{t('sql.byName')}</span>
      </div>
      {questions?.map((question) => {
        const { questionId, title, statement } = question
        const look = looks[questionId] ?? question.look
        const { result, fault, isRunning: isOn } = outcomes[questionId] ?? {}
        return (
          <section key={questionId} className={css.entry} aria-label={title} aria-busy={isOn}>
            <div className={css.over}>
              <h2>{title}</h2>
              <IconButton
                label={t('sql.runOne', { title })}
                small
                disabled={isRunning}
                onClick={() => void run(question)}
              >
                <IconPlayerPlay size={16} />
              </IconButton>
              <IconButton label={t('sql.edit', { title })} small onClick={() => onEdit(question)}>
                <IconPencil size={16} />
              </IconButton>
              <KeepMenu component={{ type: 'Sql', title, statement, look }} quiet />
            </div>
            <pre className={css.statement}>{statement}</pre>
            {isOn && <p className={css.quiet}>{t('sql.running')}</p>}
            {fault !== undefined && (
              <p className={css.fault} role="alert">
                {fault}
              </p>
            )}
            {result && (
              <SqlFound
                result={result}
                look={look}
                title={title}
                onLook={(next) => setLooks((before) => ({ ...before, [questionId]: next }))}
              />
            )}
          </section>
        )
      })}
    </div>
  )
}
