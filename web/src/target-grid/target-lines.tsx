import { formatPath, parsePath } from '@kaiku/core/drill-path.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { childrenQuery } from '../place/place.queries.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './target-grid.module.css'
import { inherited, readNumber, type TargetColumn, type TargetSpot, type WrittenTargets } from './target-values.ts'

type Shared = {
  columns: readonly TargetColumn[]
  isReadOnly: boolean
  /** What the indicator has everywhere; null for none. */
  usual: number | null
  own: WrittenTargets[string] | undefined
  onSet: (spot: TargetSpot, value: number | null) => void
  onPaste: (spot: TargetSpot, text: string) => void
}
type Props = Shared & { path: readonly string[]; name: string; opens: boolean; isOpen?: boolean }

const rootLength = 2

/** A place, and those below it once it is opened. */
export function TargetLines({ path, name, opens, isOpen: isOpenFirst = false, ...shared }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(isOpenFirst)
  const written = formatPath(path)
  const depth = path.length - rootLength
  return (
    <>
      <tr data-path={written}>
        <th scope="row" className={css.place} style={{ paddingInlineStart: 8 + 16 * depth }}>
          {opens && (
            <button
              type="button"
              className={css.open}
              aria-expanded={isOpen}
              aria-label={t('targetGrid.below', { name })}
              onClick={() => setOpen(!isOpen)}
            >
              <IconChevronRight size={14} aria-hidden />
            </button>
          )}
          {name}
        </th>
        {shared.columns.map((column) => (
          <td key={column.period}>
            <TargetField
              label={`${name}, ${column.title}`}
              value={shared.own?.[written]?.[column.period] ?? null}
              inherited={inherited(shared.own, path, column.period, shared.usual)}
              isReadOnly={shared.isReadOnly}
              onSet={(value) => shared.onSet({ path: written, period: column.period }, value)}
              onPaste={(text) => shared.onPaste({ path: written, period: column.period }, text)}
            />
          </td>
        ))}
      </tr>
      {isOpen && opens && <Below path={path} {...shared} />}
    </>
  )
}

function Below({ path, ...shared }: Shared & { path: readonly string[] }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const asked = { survey: survey.extName, path: formatPath(path), locale: i18n.language, loadCount: survey.loadCount }
  const { data, error } = useQuery(childrenQuery(asked))
  if (error || !data)
    return (
      <tr>
        <td colSpan={shared.columns.length + 1} className={css.note}>
          {error ? faultText(error, t) : '…'}
        </td>
      </tr>
    )
  return data.map((node) => {
    const parsed = parsePath(node.path)
    return (
      parsed.ok && <TargetLines key={node.path} path={parsed.value} name={node.name} opens={node.opens} {...shared} />
    )
  })
}

type FieldProps = {
  label: string
  value: number | null
  inherited: number | null
  isReadOnly: boolean
  onSet: (value: number | null) => void
  onPaste: (text: string) => void
}

/** A cell: kept when it is left or with Enter, which goes on to the place below. What it has from above stands in it, pale. */
function TargetField({ label, value, inherited: above, isReadOnly, onSet, onPaste }: FieldProps) {
  const { t, i18n } = useTranslation()
  const shown = (of: number | null) => fieldText(of, i18n.language)
  const [text, setText] = useState(shown(value))
  useEffect(() => setText(fieldText(value, i18n.language)), [value, i18n.language])
  const read = readNumber(text)
  const keep = () => {
    if (read !== undefined && read !== value) onSet(read)
  }
  const follow = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') setText(shown(value))
    if (event.key !== 'Enter') return
    keep()
    const cell = event.currentTarget.closest('td')
    const row = cell?.parentElement?.nextElementSibling
    row?.children[cell?.cellIndex ?? 0]?.querySelector('input')?.focus()
  }
  return (
    <input
      className={css.field}
      inputMode="decimal"
      aria-label={label}
      title={above === null ? undefined : t('targetGrid.inherited', { value: shown(above) })}
      placeholder={shown(above)}
      value={text}
      readOnly={isReadOnly}
      aria-invalid={read === undefined || undefined}
      onChange={({ target }) => setText(target.value)}
      onBlur={keep}
      onKeyDown={follow}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text/plain')
        if (isReadOnly || !/[\t\n]/.test(pasted.trimEnd())) return
        event.preventDefault()
        onPaste(pasted)
      }}
    />
  )
}

const fieldText = (value: number | null, locale: string): string =>
  value === null ? '' : new Intl.NumberFormat(locale, { maximumFractionDigits: 6, useGrouping: false }).format(value)
