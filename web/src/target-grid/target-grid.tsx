import { parsePath } from '@kaiku/core/drill-path.ts'
import { type TargetUnit, targetUnits } from '@kaiku/core/target.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton, Segments, Select } from '../control/control.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './target-grid.module.css'
import { TargetLines } from './target-lines.tsx'
import {
  columnsOf,
  readPasted,
  readTargets,
  type TargetSpot,
  type WrittenTargets,
  withTargets,
} from './target-values.ts'

type Props = {
  /** What is written behind `targets`. */
  value: unknown
  /** The fault at a place of the file, `targets.nps`. */
  faultAt: (place: string) => string | undefined
  isReadOnly: boolean
  onChange: (targets: WrittenTargets) => void
}

/** Targets as a table of places and periods: written cell by cell, or pasted from a spreadsheet. */
export function TargetGrid({ value, faultAt, isReadOnly, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const table = useRef<HTMLTableElement>(null)
  const [indicatorId, setIndicator] = useState(survey.indicators[0]?.id ?? '')
  const [viewName, setView] = useState(survey.views[0]?.extName ?? '')
  const [unit, setUnit] = useState<TargetUnit>('quarter')
  const [year, setYear] = useState(fiscalYear(survey.today, survey.calendar.fiscalYearStart))
  const indicator = survey.indicators.find(({ id }) => id === indicatorId)
  const view = survey.views.find(({ extName }) => extName === viewName)
  const start = parsePath(view?.startPath ?? '')
  if (!indicator || !view || !start.ok) return <p className={css.note}>{t('targetGrid.nothing')}</p>
  const targets = readTargets(value)
  const columns = columnsOf(unit, year, survey.calendar, i18n.language)
  const set = (changes: readonly (TargetSpot & { value: number | null })[]) =>
    onChange(withTargets(targets, indicator.id, changes))
  const fault = faultAt(`targets.${indicator.id}`)

  /** Fills the places that are in sight, from a cell to the right and down. */
  const paste = (from: TargetSpot, text: string) => {
    const paths = [...(table.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])].map(
      (row) => row.dataset.path,
    )
    const [top, left] = [paths.indexOf(from.path), columns.findIndex(({ period }) => period === from.period)]
    set(
      readPasted(text).flatMap((line, down) =>
        line.flatMap((number, right) => {
          const [path, column] = [paths[top + down], columns[left + right]]
          return number === undefined || path === undefined || !column
            ? []
            : [{ path, period: column.period, value: number }]
        }),
      ),
    )
  }
  return (
    <div className={css.grid}>
      <div className={css.choices}>
        <Select
          boxed
          label={t('indicator')}
          value={indicator.id}
          choices={survey.indicators.map(({ id, title }) => ({ value: id, title }))}
          onChange={setIndicator}
        />
        {survey.views.length > 1 && (
          <Select
            boxed
            label={t('targetGrid.view')}
            value={view.extName}
            choices={survey.views.map(({ extName, title }) => ({ value: extName, title }))}
            onChange={setView}
          />
        )}
        <Segments
          label={t('targetGrid.periods')}
          value={unit}
          choices={targetUnits.map((one) => ({ value: one, title: t(`targetGrid.unit.${one}`) }))}
          onChange={setUnit}
        />
        <span className={css.year}>
          <IconButton small label={t('targetGrid.earlier')} onClick={() => setYear(year - 1)}>
            <IconChevronLeft size={16} />
          </IconButton>
          {year}
          <IconButton small label={t('targetGrid.later')} onClick={() => setYear(year + 1)}>
            <IconChevronRight size={16} />
          </IconButton>
        </span>
      </div>
      {fault !== undefined && (
        <p className={css.fault} role="alert">
          {fault}
        </p>
      )}
      <div className={css.scroll}>
        <table ref={table} className={css.table}>
          <caption className="hidden-text">{t('targetGrid.caption', { indicator: indicator.title })}</caption>
          <thead>
            <tr>
              <th scope="col">{view.title}</th>
              {columns.map(({ period, title }) => (
                <th key={period} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <TargetLines
              key={`${view.extName} ${indicator.id}`}
              path={start.value.slice(0, 2)}
              name={t('targetGrid.all')}
              isOpen
              opens
              {...{ columns, isReadOnly, usual: indicator.target, own: targets[indicator.id] }}
              onSet={(spot, number) => set([Object.assign({}, spot, { value: number })])}
              onPaste={paste}
            />
          </tbody>
        </table>
      </div>
      <p className={css.note}>{t('targetGrid.hint')}</p>
    </div>
  )
}

/** The calendar year that the fiscal year of a day begins in. */
const fiscalYear = (day: string, start: number): number =>
  Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < start ? 1 : 0)
