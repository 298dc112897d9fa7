import type { MappingPreview } from '@kaiku/contract/mapping.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { Button } from '../control/control.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import { faultWords } from '../page-form/fault-words.ts'
import css from './mapping.module.css'
import { toldApart } from './mapping-edit.ts'
import type { MappingState } from './use-mapping.ts'

const counts = ['inserted', 'corrected', 'unchanged', 'rejected'] as const
const mostRejects = 12

/** What importing the file would do as the mapping stands now. */
export function ImportPreview({ state }: { state: MappingState }) {
  const { t, i18n } = useTranslation()
  const { checked, error, isReady, work, proposal } = state
  if (error) return <p role="alert">{faultText(error, t)}</p>
  if (work.mapping.columns.length === 0) return <p className={css.hint}>{t('mapping.nothingRead')}</p>
  if (!checked) return <Skeleton height={240} />
  const { faults, preview } = checked
  return (
    <div className={css.preview} aria-busy={!isReady}>
      {faults.length > 0 && (
        <>
          <p role="alert">{t('editor.faulty')}</p>
          <ul className={css.rejects}>
            {faults.map((fault) => (
              <li key={`${fault.file} ${fault.place} ${fault.found}`}>
                <code>{fault.place}</code> {faultWords(fault, t, i18n.language)}
              </li>
            ))}
          </ul>
        </>
      )}
      {preview && <Told preview={preview} />}
      {preview && preview.alsoFit.length > 0 && <AlsoFit state={state} names={preview.alsoFit} />}
      {preview?.misfit && <p className={css.bad}>{t('mapping.misfit')}</p>}
      {proposal.lacking.length > 0 && proposal.file && (
        <p className={css.hint}>
          {t('mapping.lacking', {
            name: proposal.from ?? '',
            columns: proposal.lacking.map(({ column }) => column).join(', '),
          })}
        </p>
      )}
    </div>
  )
}

function Told({ preview }: { preview: MappingPreview }) {
  const { t, i18n } = useTranslation()
  const count = (n: number) => formatCount(n, i18n.language)
  const { rows, isWhole, rejects, sample } = preview
  return (
    <>
      <p className={css.hint}>{t(isWhole ? 'mapping.allRows' : 'mapping.firstRows', { n: count(rows) })}</p>
      <dl className={css.counts}>
        {counts.map((one) => (
          <div key={one} data-bad={(one === 'rejected' && preview[one] > 0) || undefined}>
            <dt>{t(`answers.${one}`)}</dt>
            <dd>{count(preview[one])}</dd>
          </div>
        ))}
      </dl>
      {rejects.length > 0 && (
        <section aria-label={t('answers.rejects')}>
          <h3>{t('answers.rejects')}</h3>
          <ul className={css.rejects}>
            {rejects.slice(0, mostRejects).map((one) => (
              <li key={one.line}>
                <b>{t('answers.line', { line: one.line })}</b> {one.column} {one.value !== '' && <q>{one.value}</q>}{' '}
                <span lang="en">{one.reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {sample.length > 0 && (
        <section aria-label={t('mapping.sample')}>
          <h3>{t('mapping.sample')}</h3>
          <ol className={css.sample}>
            {sample.map((answers, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name, and only their place
              <li key={at}>
                {answers.map(({ question, title, answer }) => (
                  <span key={question}>
                    <small>{title}</small> {answer}
                  </span>
                ))}
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

/** A file must fit one mapping alone: the others can ask for what this file lacks. */
function AlsoFit({ state, names }: { state: MappingState; names: readonly string[] }) {
  const { t } = useTranslation()
  const apart = () => {
    const headers = state.proposal.columns.map(({ column }) => column)
    const { work, isDone } = toldApart(state.work, state.opened.mappings, names, headers)
    state.set(work)
    if (!isDone) say(t('mapping.notApart'))
  }
  return (
    <div role="alert" className={css.warning}>
      <p>{t('mapping.alsoFit', { names: names.join(', ') })}</p>
      <Button onClick={apart}>{t('mapping.tellApart')}</Button>
    </div>
  )
}
