import { mostTried, type OpenedScript, type TriedScript } from '@kaiku/contract/script.ts'
import { localise } from '@kaiku/core/localised.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { CodeEditor } from '../code-editor/code-editor.tsx'
import { Button, Select } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { PageHead } from '../control/page-head.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useEditorGuard } from '../page-editor/use-editor-guard.ts'
import { tasksKey } from '../report/report.queries.ts'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { OuterScripts } from './outer-scripts.tsx'
import css from './script.module.css'
import { firstScript, named, scriptHelp } from './script-help.ts'
import { ScriptLevels } from './script-levels.tsx'
import { ScriptStanding } from './script-standing.tsx'
import { ScriptTrial } from './script-trial.tsx'
import { ScriptVersions } from './script-versions.tsx'

const counts = ['0', '20', String(mostTried)] as const
/** Questions whose answers stand beside what a script gives. */
const mostShown = 6

/** A script being written: kept as a draft, tried on interviews, published; beside it how it fares and what it was before. */
export function OpenScript({ opened, onReopen }: { opened: OpenedScript; onReopen: () => void }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { isReadOnly } = useIdentity()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const { level, questions, isProtected } = opened
  const place = { level, survey: survey.extName }
  const [kept, setKept] = useState({ source: opened.source, revision: opened.revision, by: opened.by, at: opened.at })
  const [source, setSource] = useState(() => opened.source || firstScript(questions))
  const [count, setCount] = useState<(typeof counts)[number]>(isProtected ? '0' : '20')
  const [trial, setTrial] = useState<{ of: string; found: TriedScript } | null>(null)
  const isChanged = source !== kept.source
  useEditorGuard(isChanged && kept.revision > 0)
  const help = useMemo(
    () => scriptHelp(questions, (text) => localise(text, i18n.language, survey.locale)),
    [questions, i18n.language, survey.locale],
  )
  const found = trial?.of === source ? trial.found : null
  const line = found?.fault?.line ?? found?.interviews.find((one) => one.fault)?.fault?.line ?? null
  const message = found?.fault?.message ?? found?.interviews.find((one) => one.fault)?.fault?.message ?? ''
  const faults = useMemo(() => (line === null ? [] : [{ line, message }]), [line, message])
  const save = async () => {
    const saved = await send('script.save', { ...place, source, revision: kept.revision })
    setKept({ source, ...saved })
    return saved.revision
  }
  const run = () =>
    attempt(async () => {
      setTrial({ of: source, found: await send('script.run', { ...place, source, interviews: Number(count) }) })
      return null
    })
  const publish = () =>
    attempt(async () => {
      const revision = isChanged ? await save() : kept.revision
      const { version } = await send('script.publish', { ...place, revision })
      say(t('script.published', { version }))
      await client.invalidateQueries({ queryKey: tasksKey })
      onReopen()
      return null
    })
  return (
    <>
      <PageHead
        title={level === 'survey' ? t('script.title.survey', { name: survey.title }) : t(`script.title.${level}`)}
        note={
          opened.published === null ? t('script.unpublished') : t('script.publishedNow', { version: opened.published })
        }
        back={
          <Link to={ownAddress(pathTo('survey', { survey: survey.extName, surveyId: survey.extName }))}>
            {survey.title}
          </Link>
        }
        actions={
          !isReadOnly && (
            <>
              <Button
                disabled={busy || !isChanged}
                onClick={() =>
                  void attempt(async () => {
                    await save()
                    say(t('script.saved'))
                    return null
                  })
                }
              >
                {t('script.save')}
              </Button>
              <Button primary disabled={busy || (level === 'survey' && isProtected)} onClick={() => void publish()}>
                {t('script.publish')}
              </Button>
            </>
          )
        }
      />
      <p className={css.hint}>{t(`script.why.${level}`)}</p>
      <ScriptLevels present={level} />
      {isProtected && <p role="status">{t('script.protectedWhy')}</p>}
      <FormFault text={fault} />
      <ScriptStanding opened={opened} />
      <div className={css.page}>
        <div className={css.main}>
          <div className={css.frame}>
            <CodeEditor
              label={t('script.source')}
              value={source}
              language="javascript"
              faults={faults}
              help={help}
              lines={28}
              {...(!isReadOnly && { onChange: setSource })}
            />
          </div>
          <p className={css.hint}>
            {isChanged
              ? t('people.notSaved')
              : kept.at && t('script.savedBy', { by: kept.by, at: momentText(kept.at, i18n.language) })}
          </p>
          <div className={css.bar}>
            <Button disabled={busy} onClick={() => void run()}>
              {t('script.run')}
            </Button>
            {!isProtected && (
              <Select
                boxed
                label={t('script.on')}
                value={count}
                choices={counts.map((value) => ({
                  value,
                  title: value === '0' ? t('script.onTests') : t('script.onInterviews', { n: value }),
                }))}
                onChange={setCount}
              />
            )}
          </div>
          {trial && (
            <ScriptTrial found={trial.found} shown={named(trial.of, questions, mostShown)} isOld={found === null} />
          )}
        </div>
        <div className={css.side}>
          <ScriptVersions opened={opened} onTake={setSource} />
          {level === 'survey' && !isProtected && <OuterScripts opened={opened} onTaken={onReopen} />}
        </div>
      </div>
    </>
  )
}
