import type { SqlColumn, SqlResult } from '@kaiku/contract/sql.ts'
import type { SqlLook } from '@kaiku/contract/sql-limit.ts'
import { pathToPage } from '@kaiku/core/screen.ts'
import { IconArrowLeft, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import type { CodeFault } from '../code-editor/code.ts'
import { CodeEditor } from '../code-editor/code-editor.tsx'
import { Button, Segments } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { PageHead } from '../control/page-head.tsx'
import { AtProvider, explorePage, readAt } from '../drill-path/at.tsx'
import { KeepMenu } from '../explore/keep-menu.tsx'
import { inFull } from '../filter-reference/filter-reference.ts'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { mayTakeInterviews } from '../sql/may-ask.ts'
import { sqlColumnsQuery } from '../sql/sql.queries.ts'
import { firstStatement, named, sqlHelp } from '../sql/sql-help.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { KeptStatements } from './kept-statements.tsx'
import { Notebook } from './notebook.tsx'
import { SqlFound } from './sql-found.tsx'
import css from './sql-page.module.css'

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
      {isOpen && !error && (data ? <Place drillPath={drillPath} columns={data} /> : <Skeleton height={320} />)}
    </>
  )
}

/** What is put onto a page from here opens at the place that was asked of. */
function Place({ drillPath, columns }: { drillPath: string; columns: readonly SqlColumn[] }) {
  const { survey } = useSurvey()
  const at = readAt({ survey: survey.extName, pageId: explorePage, drillPath }, {})
  const asking = <Asking columns={columns} path={inFull(drillPath)} />
  return at.ok ? <AtProvider at={at.value}>{asking}</AtProvider> : asking
}

/** DuckDB says in which line of a statement something is wrong. */
function faultsIn(said: string): CodeFault[] {
  const line = /\bLINE (\d+):/.exec(said)?.[1]
  return line === undefined ? [] : [{ line: Number(line), message: said }]
}

const parts = ['one', 'notebook'] as const

function Asking({ columns, path }: { columns: readonly SqlColumn[]; path: string }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { isReadOnly } = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const [refused, setRefused] = useState<string | null>(null)
  const [statement, setStatement] = useState(() => firstStatement(columns))
  const [look, setLook] = useState<SqlLook>('table')
  const [part, setPart] = useState<(typeof parts)[number]>('one')
  const [result, setResult] = useState<(SqlResult & { of: string }) | null>(null)
  const help = useMemo(() => sqlHelp(columns), [columns])
  const run = () =>
    void attempt(async () => {
      setRefused(null)
      try {
        await ask()
      } catch (error) {
        if (error instanceof Error) setRefused(faultText(error, t))
        throw error
      }
      return null
    })
  const ask = async () => {
    const found = await send('sql.run', { survey: survey.extName, path, statement, locale: i18n.language })
    setResult({ ...found, of: statement })
  }
  const choose = (kept: { statement: string; look: SqlLook }) => {
    setStatement(kept.statement)
    setLook(kept.look)
    setResult(null)
    setPart('one')
  }
  const tabs = (
    <div className={css.parts}>
      <Segments
        label={t('sql.part')}
        value={part}
        choices={parts.map((value) => ({ value, title: t(`sql.part.${value}`) }))}
        onChange={setPart}
      />
    </div>
  )
  if (part === 'notebook')
    return (
      <div className={css.main}>
        {tabs}
        <Notebook survey={survey.extName} path={path} onEdit={choose} />
      </div>
    )
  return (
    <div className={css.page}>
      <div className={css.main}>
        {tabs}
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
            faults={refused ? faultsIn(refused) : []}
            lines={16}
            onChange={(next) => {
              setStatement(next)
              setRefused(null)
            }}
          />
        </div>
        <div className={css.acts}>
          <Button primary disabled={busy || statement.trim() === ''} onClick={run}>
            <IconPlayerPlay size={16} aria-hidden />
            {t(busy ? 'sql.running' : 'sql.run')}
          </Button>
          <span className={css.quiet}>{t('sql.runKey')}</span>
          {result && <KeepMenu component={{ type: 'Sql', statement: result.of, look }} quiet />}
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
          onChoose={choose}
        />
        <section aria-label={t('sql.columns')}>
          <h2>{t('sql.columns')}</h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys */}
          <ul className={css.columns} tabIndex={0}>
            {columns.map(({ name, title, type, isList }) => (
              <li key={name}>
                <code>{named(name)}</code>
                <span>
                  {t(`sql.type.${type}`)}
                  {isList && `, ${t('sql.list')}`}
                </span>
                {title !== name && <span className={css.title}>{title}</span>}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  )
}
