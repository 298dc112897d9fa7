import { formatCount } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Badge } from '../control/badge.tsx'
import css from '../rule-field/rule-editor.module.css'
import type { EffectDryRun } from './effect.queries.ts'

export type TriedScript = NonNullable<EffectDryRun['script']>
type ScriptFault = NonNullable<TriedScript['fault']>

/** Why a script of a condition answered nothing, and where. */
export function scriptFaultWords({ kind, message, line }: ScriptFault, t: TFunction): string {
  const isLimit = kind === 'late' || kind === 'memory' || kind === 'stack' || kind === 'output'
  const text = isLimit ? t(`effect.script.${kind}`) : message
  return line === null ? text : t('effect.script.line', { line, text })
}

/** What came of the tests of a condition's script that can be read, and on how many responses it failed. */
export function TriedScriptResult({ found }: { found: TriedScript }) {
  const { t, i18n } = useTranslation()
  const { tests, failed } = found
  return (
    <>
      {tests.length === 0 && (
        <p role="alert" className={css.fault}>
          {t('effect.script.noTest')}
        </p>
      )}
      {tests.length > 0 && (
        <ul className={css.tests} aria-label={t('effect.script.tests')}>
          {tests.map((test, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: tests may have the same name
            <li key={at}>
              <Badge tone={test.passed ? 'good' : 'bad'}>
                {t(test.passed ? 'effect.script.passes' : 'effect.script.fails')}
              </Badge>{' '}
              {test.name}
              {test.fault && <small> {scriptFaultWords(test.fault, t)}</small>}
            </li>
          ))}
        </ul>
      )}
      {failed > 0 && (
        <p role="alert" className={css.fault}>
          {t('effect.script.failedOn', { n: formatCount(failed, i18n.language) })}
        </p>
      )}
    </>
  )
}
