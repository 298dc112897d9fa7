import type { SqlColumn, SqlResult } from '@kaiku/contract/sql.ts'
import { pathToPage } from '@kaiku/core/screen.ts'
import { IconArrowLeft, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { CodeEditor } from '../code-editor/code-editor.tsx'
import { Button } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { PageHead } from '../control/page-head.tsx'
import { explorePage } from '../drill-path/at.tsx'
import { inFull } from '../filter-reference/filter-reference.ts'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { KeptStatements } from './kept-statements.tsx'
import { mayTakeInterviews } from './may-ask.ts'
import css from './sql.module.css'
import { sqlColumnsQuery } from './sql.queries.ts'
import { firstStatement, named, sqlHelp } from './sql-help.ts'
import { type Look, SqlFound } from './sql-result.tsx'

/** Statements of SQL over the interviews of a selection that somebody may open and take along. */
export function SqlPage() {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const identity = useIdentity()
  const { drillPath = '' } = useParams({ strict: false })
  const isAllowed = mayTakeInterviews(identity)
  const isOpen = isAllowed && !survey.protection
  const { data, error, refetch } = useQuery({ ...sqlColumnsQuery(survey.extName, i18n.language), enabled: isOpen })
  if (!isAllowed) return <Notice title={t('sql.notYours')} />
  const back = (
    <Link to={ownAddress(pathToPage(explorePage, { survey: survey.extName, drillPath }))}>
      <IconArrowLeft size={14} aria-hidden /> {t('sql.back')}
    </Link>
  )
  return (
    <>
      <PageHead title={t('sql.title')} back={back} />
      {survey.protection && <Notice title={t('sql.protected')} />}
      {isOpen && error && <Failed title={t('sql.title')} error={error} onRetry={refetch} />}
      {isOpen && !error && (data ? <Asking columns={data} path={inFull(drillPath)} /> : <Skeleton height={320} />)}
    </>
  )
}

function Asking({ columns, path }: { columns: readonly SqlColumn[]; path: string }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { isReadOnly } = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const [statement, setStatement] = useState(() => firstStatement(columns))
  const [look, setLook] = useState<Look>('table')
  const [result, setResult] = useState<SqlResult | null>(null)
  const help = useMemo(() => sqlHelp(columns), [columns])
  const run = () =>
    void attempt(async () => {
      setResult(await send('sql.run', { survey: survey.extName, path, statement, locale: i18n.language }))
      return null
    })
  return (
    <div className={css.page}>
      <div className={css.main}>
        <p className={css.quiet}>{t('sql.intro')}</p>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a key of the editor within */}
        <div
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            run()
          }}
        >
          <CodeEditor
            label={t('sql.statement')}
            language="sql"
            value={statement}
            help={help}
            lines={16}
            onChange={setStatement}
          />
        </div>
        <div className={css.acts}>
          <Button primary disabled={busy || statement.trim() === ''} onClick={run}>
            <IconPlayerPlay size={16} aria-hidden />
            {t(busy ? 'sql.running' : 'sql.run')}
          </Button>
          <span className={css.quiet}>{t('sql.runKey')}</span>
        </div>
        <FormFault text={fault} />
        {result && <SqlFound result={result} look={look} onLook={setLook} />}
      </div>
      <div className={css.side}>
        <KeptStatements
          survey={survey.extName}
          statement={statement}
          look={look}
          mayKeep={!isReadOnly}
          onChoose={(kept) => {
            setStatement(kept.statement)
            setLook(kept.look)
          }}
        />
        <section aria-label={t('sql.columns')}>
          <h2>{t('sql.columns')}</h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys */}
          <ul className={css.columns} tabIndex={0}>
            {columns.map(({ name, title, type, isList }) => (
              <li key={name}>
                <code>{named(name)}</code> {title}{' '}
                <span>
                  {t(`sql.type.${type}`)}
                  {isList && `, ${t('sql.list')}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  )
}
