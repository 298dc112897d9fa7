import type { ScriptInput, ScriptValue, ShownScriptFault, TriedScript } from '@kaiku/contract/script.ts'
import { formatDay } from '@kaiku/core/format.ts'
import { type Localised, localise } from '@kaiku/core/localised.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Badge } from '../control/badge.tsx'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './script.module.css'

/** Why a script gave nothing, and where. */
export function scriptFaultText({ kind, message, line }: ShownScriptFault, t: TFunction): string {
  const why = kind === 'late' || kind === 'memory' || kind === 'stack' || kind === 'output'
  const text = why ? t(`script.fault.${kind}`) : message
  return line === null ? text : t('script.fault.line', { line, text })
}

type Props = { found: TriedScript; shown: readonly ScriptInput[]; isOld: boolean }

/** What came of trying a script: its tests, what it gives to interviews, what it wrote. */
export function ScriptTrial({ found, shown, isOld }: Props) {
  const { t } = useTranslation()
  const { fault, tests, interviews, console: lines, isSteady, time } = found
  return (
    <section className={css.trial} aria-label={t('script.result')}>
      {isOld && <p className={css.hint}>{t('script.changedSince')}</p>}
      {fault && (
        <p role="alert" className={css.fault}>
          {scriptFaultText(fault, t)}
        </p>
      )}
      {isSteady === false && (
        <p role="alert" className={css.fault}>
          {t('script.unsteady')}
        </p>
      )}
      {!fault && (
        <>
          <h2>{t('script.tests')}</h2>
          {tests.length === 0 && <p className={css.hint}>{t('script.noTests')}</p>}
          <ul className={css.tests}>
            {tests.map((test) => (
              <li key={test.name}>
                <Badge tone={test.passed ? 'good' : 'bad'}>{t(test.passed ? 'script.passes' : 'script.fails')}</Badge>{' '}
                {test.name}
                {!test.passed && (
                  <small>
                    {test.fault ? scriptFaultText(test.fault, t) : t('script.gave', { gave: written(test.gave) })}
                  </small>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {interviews.length > 0 && !fault && <Interviews found={found} shown={shown} />}
      {lines.length > 0 && (
        <>
          <h2>{t('script.console')}</h2>
          <pre className={css.console}>
            {lines.map(({ at, text }) => `${at === null ? '' : `${at + 1}: `}${text}`).join('\n')}
          </pre>
        </>
      )}
      {time !== null && <p className={css.hint}>{t('script.time', { ms: Math.round(time) })}</p>}
    </section>
  )
}

const written = (gave: Record<string, ScriptValue> | null): string => JSON.stringify(gave ?? {})

function Interviews({ found: { interviews, variables }, shown }: Pick<Props, 'found' | 'shown'>) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const say = (text: Localised) => localise(text, i18n.language, survey.locale)
  const failed = interviews.filter((one) => one.fault).length
  const title = (variable: TriedScript['variables'][number], value: ScriptValue | undefined) =>
    [value ?? []]
      .flat()
      .map((one) => say(variable.options.find(({ code }) => code === String(one))?.title ?? String(one)))
      .join(', ')
  return (
    <>
      <h2>{t('script.interviews')}</h2>
      {failed > 0 && <p className={css.fault}>{t('script.failedOn', { n: failed, of: interviews.length })}</p>}
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('script.interview')}</th>
              {shown.map((question) => (
                <th scope="col" key={question.id}>
                  {say(question.title)}
                </th>
              ))}
              {variables.map((variable) => (
                <th scope="col" key={variable.id} data-own>
                  {say(variable.title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {interviews.map((one, at) => (
              <tr key={one.interviewId}>
                <th scope="row">
                  <Link
                    to={ownAddress(pathTo('interview', { survey: survey.extName, interviewId: one.interviewId }))}
                    preload={false}
                  >
                    {one.day === null ? at + 1 : formatDay(one.day, i18n.language)}
                  </Link>
                </th>
                {shown.map(({ id, options }) => (
                  <td key={id}>{title({ id, title: id, type: 'choice', options }, one.answers[id])}</td>
                ))}
                {one.fault ? (
                  <td colSpan={variables.length} className={css.fault}>
                    {scriptFaultText(one.fault, t)}
                  </td>
                ) : (
                  variables.map((variable) => (
                    <td key={variable.id} data-own>
                      {title(variable, one.gave?.[variable.id])}
                    </td>
                  ))
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
