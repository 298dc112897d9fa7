import type { MappedColumn, MappedQuestion, ReadColumn } from '@kaiku/contract/mapping.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import { Badge } from '../control/badge.tsx'
import { Button, LinkButton } from '../control/control.tsx'
import { Pick } from '../pick-list/pick.tsx'
import css from './mapping.module.css'
import { asQuestion, columnsIn, entryOfColumn, readBy } from './mapping-edit.ts'
import { ReadingFields } from './reading-fields.tsx'
import type { MappingState } from './use-mapping.ts'
import { ValueList } from './value-list.tsx'

type Props = { state: MappingState; of: MappedColumn }

/** A column of the file: which question it answers, how it is read, and what becomes of its texts. */
export function ColumnLine({ state, of }: Props) {
  const { t, i18n } = useTranslation()
  const { column, title, filled } = of
  const { work, questions, proposal } = state
  const entry = entryOfColumn(work, column)
  const names = entry ? columnsIn(entry) : []
  const isPart = names.length > 1 && names[0]?.trim() !== column.trim()
  const question = questions.find(({ id }) => id === entry?.question)
  const isKey = work.mapping.key.some((name) => name.trim() === column.trim())
  const read = state.checked?.preview?.columns.find((one) => one.column === column && one.question === entry?.question)
  const offer = proposal.offers.find(({ columns: [first] }) => first === column)
  const taken = new Set(work.mapping.columns.map((one) => one.question))
  const known = new Set(questions.map(({ id }) => id))
  const all = [...questions, ...work.added.filter(({ id }) => !known.has(id))]
  const why = entry ? proposal.why[entry.question] : undefined
  return (
    <li className={css.line} data-out={!entry || undefined} data-bad={(read?.refused ?? 0) > 0 || undefined}>
      <div className={css.head}>
        <b>{column}</b>
        {title !== column && <span>{title}</span>}
        {proposal.file && <small>{t('mapping.filled', { n: formatCount(filled, i18n.language) })}</small>}
        {isKey && <Badge>{t('mapping.isKey')}</Badge>}
        {entry && why && why !== 'known' && <Badge>{t(`mapping.why.${why}`)}</Badge>}
        {question?.isNew && <Badge tone="good">{t('mapping.isNew')}</Badge>}
      </div>
      {isPart ? (
        <p className={css.hint}>{t('mapping.partOf', { column: names[0] ?? '' })}</p>
      ) : (
        <div className={css.target}>
          <Pick
            label={t('mapping.question', { column })}
            value={entry?.question ?? ''}
            placeholder={t('mapping.leftOut')}
            choices={all
              .filter(({ id }) => id === entry?.question || !taken.has(id))
              .map((one) => ({ value: one.id, title: one.title || one.id }))}
            onPick={(id) => state.assign(column, id)}
          />
          {entry && (
            <LinkButton onClick={() => state.set(readBy(work, column, null))}>{t('mapping.leaveOut')}</LinkButton>
          )}
          {!entry && offer && (
            <Button onClick={() => state.set(asQuestion(work, offer))}>
              {t('mapping.addQuestion', { type: t(`newSurvey.type.${offer.type}`) })}
            </Button>
          )}
        </div>
      )}
      {entry && question && !isPart && <ReadingFields state={state} entry={entry} question={question} />}
      {entry?.codes && question && <CodeOf state={state} column={column} question={question} />}
      {entry && read && question ? (
        <ValueList state={state} read={read} question={question} entry={entry} />
      ) : (
        <Examples of={of} read={read} />
      )}
    </li>
  )
}

/** Of a column that says whether an option was chosen: which one. */
function CodeOf({ state, column, question }: Omit<Props, 'of'> & { column: string; question: MappedQuestion }) {
  const { t } = useTranslation()
  const entry = entryOfColumn(state.work, column)
  if (!entry?.codes) return null
  const code = entry.codes[column.trim()] ?? ''
  const choices = question.codes.map((one) => ({ value: one.code, title: one.title }))
  return (
    <Pick
      label={t('mapping.optionOf', { column })}
      value={code}
      placeholder={code}
      choices={choices}
      onPick={(next) =>
        state.set(
          readBy(
            state.work,
            column,
            Object.assign({}, entry, { codes: Object.assign({}, entry.codes, { [column.trim()]: next }) }),
          ),
        )
      }
    />
  )
}

function Examples({ of: { values, more }, read }: { of: MappedColumn; read: ReadColumn | undefined }) {
  const { i18n } = useTranslation()
  if (values.length === 0 || read) return null
  return (
    <p className={css.values}>
      {values.map(({ text, rows }) => (
        <span key={text}>
          {text} <small>{formatCount(rows, i18n.language)}</small>
        </span>
      ))}
      {more && '…'}
    </p>
  )
}
