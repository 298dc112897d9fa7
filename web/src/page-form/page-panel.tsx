import type { PageFault, WrittenPage } from '@kaiku/contract/page-draft.ts'
import { useTranslation } from 'react-i18next'
import { Select } from '../control/control.tsx'
import { PageIcon, pageIcons } from '../page/page-icon.tsx'
import { periodWords, quickPeriods } from '../period/period-words.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { faultWords } from './fault-words.ts'
import { LocalisedField } from './field-control.tsx'
import { Labelled } from './labelled.tsx'
import { withProperty } from './page-edit.ts'
import css from './page-panel.module.css'
import { Panel } from './panel.tsx'

type Props = {
  page: WrittenPage
  faults: readonly PageFault[]
  onChange: (page: WrittenPage, key?: string) => void
  onClose: () => void
}

const intervals = Object.keys(quickPeriods)

/** What a page is called, its icon in the menu, and the period it opens at. */
export function PagePanel({ page, faults, onChange, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const faultAt = (name: string) => {
    const found = faults.find(({ place }) => place === name || place.startsWith(`${name}.`))
    return found && faultWords(found, t, i18n.language)
  }
  const set = (name: string) => (value: unknown, key?: string) => onChange(withProperty(page, name, value), key)
  const icon = typeof page.icon === 'string' ? page.icon : 'chart'
  const interval = typeof page.selectionInterval === 'string' ? page.selectionInterval : ''
  const listed = ['', ...intervals, ...(interval === '' || intervals.includes(interval) ? [] : [interval])]
  return (
    <Panel title={t('editor.page')} onClose={onClose}>
      <LocalisedField
        label={t('editor.field.title')}
        value={page.title}
        fault={faultAt('title')}
        name="title"
        onChange={(value, key) => onChange({ ...page, title: value ?? '' }, key)}
      />
      <fieldset className={css.icons}>
        <legend>{t('editor.icon')}</legend>
        {pageIcons.map((name) => (
          <label key={name} className={css.icon} title={name}>
            <input
              type="radio"
              name="icon"
              checked={name === icon}
              onChange={() => set('icon')(name)}
              aria-label={name}
            />
            <PageIcon name={name} />
          </label>
        ))}
      </fieldset>
      {survey.isDated && (
        <Labelled label={t('editor.interval')} fault={faultAt('selectionInterval')}>
          <Select
            boxed
            label={t('editor.interval')}
            value={interval}
            choices={listed.map((value) => ({
              value,
              title: value === '' ? t('editor.intervalNone') : periodWords(value, t, i18n.language),
            }))}
            onChange={(value) => set('selectionInterval')(value === '' ? undefined : value)}
          />
        </Labelled>
      )}
    </Panel>
  )
}
