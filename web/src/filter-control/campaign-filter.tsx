import {
  type CampaignFilter as Chosen,
  campaignAnswers,
  campaignStates,
  readCampaignFilter,
  writeCampaignFilter,
} from '@kaiku/core/campaign-filter.ts'
import { marksOf } from '@kaiku/core/filter-token.ts'
import { formatCount } from '@kaiku/core/format.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../browser/draft.ts'
import { Field, Select } from '../control/control.tsx'
import css from '../filter/filter-sidebar.module.css'
import type { ControlProps } from './filter-control.tsx'

const nothing: Omit<Chosen, 'campaign'> = { days: null, state: 'any', opened: 'any', clicked: 'any' }

/** Interviews of whom a campaign wrote to. The other fields wait until a campaign is chosen. */
export function CampaignFilter({ filter, values, set }: ControlProps) {
  const { t, i18n } = useTranslation()
  const written = values[0] ?? ''
  const chosen = readCampaignFilter(marksOf(written).excluded ? written.slice(1) : written)
  const [days, typeDays] = useDraft(written, () => String(chosen?.days ?? ''))
  const change = (to: Partial<Chosen>) => {
    const next = { ...nothing, campaign: '', ...chosen, ...to }
    set(next.campaign === '' ? [] : [writeCampaignFilter(next)])
  }
  const isDays = /^\d{0,5}$/.test(days.trim())
  const applyDays = () => {
    if (chosen && isDays) change({ days: days.trim() === '' ? null : Number(days) })
  }
  const offered = filter.options.map(({ extName, title, n }) => ({
    value: extName,
    title: n === null ? title : `${title} · ${typeof n === 'number' ? formatCount(n, i18n.language) : n}`,
  }))
  // An address may name one that nobody here has answered.
  const campaign = chosen?.campaign ?? ''
  const known = offered.some(({ value }) => value === campaign) || campaign === ''
  const label = (name: 'opened' | 'clicked' | 'state') => t(`campaignFilter.${name}`)
  return (
    <div className={css.control}>
      <Select
        boxed
        label={filter.title}
        value={campaign}
        choices={[
          { value: '', title: t('campaignFilter.choose') },
          ...offered,
          ...(known ? [] : [{ value: campaign, title: t('campaignFilter.other') }]),
        ]}
        onChange={(to) => change({ campaign: to })}
      />
      <fieldset className={css.within} disabled={chosen === null}>
        <legend className="hidden-text">{t('campaignFilter.more')}</legend>
        <Field
          label={t('campaignFilter.days')}
          inputMode="numeric"
          autoComplete="off"
          value={days}
          fault={isDays ? undefined : t('filter.notNumber')}
          onChange={(event) => typeDays(event.target.value)}
          onBlur={applyDays}
          onKeyDown={(event) => event.key === 'Enter' && applyDays()}
        />
        <Labelled text={label('state')}>
          <Select
            boxed
            label={label('state')}
            value={chosen?.state ?? 'any'}
            choices={campaignStates.map((value) => ({ value, title: t(`campaignFilter.state.${value}`) }))}
            onChange={(state) => change({ state })}
          />
        </Labelled>
        {(['opened', 'clicked'] as const).map((name) => (
          <Labelled key={name} text={label(name)}>
            <Select
              boxed
              label={label(name)}
              value={chosen?.[name] ?? 'any'}
              choices={campaignAnswers.map((value) => ({ value, title: t(`campaignFilter.answer.${value}`) }))}
              onChange={(to) => change({ [name]: to })}
            />
          </Labelled>
        ))}
      </fieldset>
    </div>
  )
}

const Labelled = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className={css.labelled}>
    <span aria-hidden>{text}</span>
    {children}
  </div>
)
