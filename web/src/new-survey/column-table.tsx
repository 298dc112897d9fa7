import type { NewSurvey, UnderstoodColumn } from '@kaiku/contract/new-survey.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { fold } from '@kaiku/core/text.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Field } from '../control/control.tsx'
import { Section } from '../control/section.tsx'
import { ColumnFields } from './column-fields.tsx'
import css from './new-survey.module.css'
import type { Decide } from './use-decide.ts'

const shownFirst = 40
const searched = 12

/** Every column of the file, what it becomes, and the way to change it. */
export function ColumnTable({ of, decide }: { of: NewSurvey; decide: Decide }) {
  const { t, i18n } = useTranslation()
  const [text, setText] = useState('')
  const [most, setMost] = useState(shownFirst)
  const { columns } = of.understood
  const levels = columns
    .filter(({ level }) => level !== null)
    .sort((a, b) => (a.level ?? 0) - (b.level ?? 0))
    .map(({ column }) => column)
  const found = columns.filter(({ column, title }) =>
    [column, title].some((one) => fold(one).includes(fold(text.trim()))),
  )
  return (
    <Section title={t('newSurvey.table')} intro={t('newSurvey.tableWhy')}>
      <div className={css.columns}>
        {columns.length > searched && (
          <Field
            label={t('newSurvey.search')}
            type="search"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        <ul className={css.list} aria-busy={decide.busy}>
          {found.slice(0, most).map((column) => (
            <ColumnLine key={column.column} column={column} levels={levels} decide={decide} />
          ))}
        </ul>
        {found.length > most && (
          <Button onClick={() => setMost(most + 200)}>
            {t('newSurvey.moreColumns', { n: formatCount(found.length - most, i18n.language) })}
          </Button>
        )}
      </div>
    </Section>
  )
}

type Props = { column: UnderstoodColumn; levels: readonly string[]; decide: Decide }

function ColumnLine({ column: of, levels, decide }: Props) {
  const { t, i18n } = useTranslation()
  const { column, leftOut, isKey, partOf, question, filled, values, more, notes } = of
  const count = (n: number) => formatCount(n, i18n.language)
  const standing =
    partOf !== null
      ? t('newSurvey.partOf', { column: partOf })
      : isKey
        ? t('newSurvey.isKey')
        : leftOut === null
          ? ''
          : t(`newSurvey.leftOut.${leftOut}`)
  return (
    <li className={css.line} data-out={leftOut !== null || undefined}>
      <div className={css.head}>
        <b>{column}</b>
        <small>{t('newSurvey.filled', { n: count(filled) })}</small>
      </div>
      {question !== null && partOf === null && <ColumnFields of={of} levels={levels} decide={decide} />}
      {standing !== '' && (
        <p className={css.standing}>
          {standing}
          {(leftOut === 'decided' || leftOut === 'technical') && (
            <Button onClick={() => decide.column(column, { leftOut: false })}>{t('newSurvey.take')}</Button>
          )}
        </p>
      )}
      <p className={css.values}>
        {values.map(({ text, rows }) => (
          <span key={text}>
            {text} <small>{count(rows)}</small>
          </span>
        ))}
        {more && '…'}
      </p>
      {notes.length > 0 && (
        <details className={css.notes}>
          <summary>{t('newSurvey.why')}</summary>
          <ul lang="en">
            {notes.map(({ assumption, reason }) => (
              <li key={assumption}>
                {assumption} ({reason})
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}
