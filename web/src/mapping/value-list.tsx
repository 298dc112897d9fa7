import type { MappedQuestion, ReadColumn, ReadValue } from '@kaiku/contract/mapping.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../control/control.tsx'
import { Pick } from '../pick-list/pick.tsx'
import css from './mapping.module.css'
import { changedEntry, type MappingEntry, recoded, unrecoded, withOption } from './mapping-edit.ts'
import type { MappingState } from './use-mapping.ts'

type Props = { state: MappingState; read: ReadColumn; question: MappedQuestion; entry: MappingEntry }
const shownFirst = 5
const noAnswer = '\u0000none'
const addOption = '\u0000option'
const asItStands = '\u0000asItStands'

/** Texts of a column and what becomes of each: those that are refused first, with what can be done about them. */
export function ValueList({ state, read, question, entry }: Props) {
  const { t, i18n } = useTranslation()
  const [most, setMost] = useState(shownFirst)
  const { values, refused, refusedRows, column } = read
  const sorted = values.toSorted((a, b) => Number(a.fault === null) - Number(b.fault === null))
  const count = (n: number) => formatCount(n, i18n.language)
  const refusedShown = Math.max(most, Math.min(refused, shownFirst))
  return (
    <div className={css.read}>
      {refused > 0 && (
        <p role="status" className={css.bad}>
          {t('mapping.refused', { count: refused, n: count(refused), rows: count(refusedRows) })}
          {entry.otherwise === undefined && (
            <LinkButton onClick={() => state.set(changedEntry(state.work, entry.question, { otherwise: null }))}>
              {t('mapping.othersNone')}
            </LinkButton>
          )}
        </p>
      )}
      <ul className={css.texts} aria-label={t('mapping.textsOf', { column })}>
        {sorted.slice(0, refusedShown).map((value) => (
          <Value key={value.text} state={state} of={value} question={question} entry={entry} />
        ))}
      </ul>
      {sorted.length > refusedShown && (
        <LinkButton onClick={() => setMost(most + 100)}>
          {t('mapping.more', { n: count(sorted.length - refusedShown) })}
        </LinkButton>
      )}
      {entry.otherwise !== undefined && (
        <p className={css.hint}>
          {t('mapping.othersAre')}
          <LinkButton onClick={() => state.set(changedEntry(state.work, entry.question, { otherwise: undefined }))}>
            {t('mapping.othersRefused')}
          </LinkButton>
        </p>
      )}
    </div>
  )
}

function Value({ state, of, question, entry }: Omit<Props, 'read'> & { of: ReadValue }) {
  const { t, i18n } = useTranslation()
  const { text, rows, becomes, fault } = of
  const { work } = state
  const isRecoded = entry.recode !== undefined && Object.hasOwn(entry.recode, text)
  const given = isRecoded ? entry.recode?.[text] : undefined
  const isCoded = question.codes.length > 0
  const pick = (value: string) => {
    if (value === asItStands) return state.set(unrecoded(work, entry.question, text))
    if (value === noAnswer) return state.set(recoded(work, entry.question, text, null))
    if (value === addOption) return state.set(withOption(work, entry.question, text))
    const isNumber = question.type === 'scale' || question.type === 'number'
    return state.set(recoded(work, entry.question, text, isNumber ? Number(value) : value))
  }
  const choices = [
    ...question.codes.map(({ code, title }) => ({ value: code, title: title === code ? code : `${title} (${code})` })),
    { value: noAnswer, title: t('mapping.noAnswer') },
    ...(isRecoded ? [{ value: asItStands, title: t('mapping.asItStands') }] : []),
    ...(question.takesOptions && fault !== null && text.length <= 200
      ? [{ value: addOption, title: t('mapping.addOption') }]
      : []),
  ]
  return (
    <li data-bad={fault !== null || undefined}>
      <span className={css.text}>
        {text} <small>{formatCount(rows, i18n.language)}</small>
      </span>
      <span aria-hidden>→</span>
      {fault !== null || isRecoded ? (
        <span className={css.choose}>
          <Pick
            label={t('mapping.meaningOf', { text })}
            value={given === null ? noAnswer : given === undefined ? '' : String(given)}
            placeholder={t(isCoded ? 'mapping.choose' : 'mapping.refusedText')}
            choices={choices}
            onPick={pick}
          />
          {fault !== null && (
            <small lang="en" className={css.bad}>
              {fault}
            </small>
          )}
        </span>
      ) : (
        <span>{becomes ?? <i>{t('mapping.noAnswer')}</i>}</span>
      )}
    </li>
  )
}
