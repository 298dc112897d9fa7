import type { UniverseData, UniverseSettings } from '@kaiku/contract/universe.ts'
import { useTranslation } from 'react-i18next'
import { Field, Segments, Select, Ticked } from '../control/control.tsx'
import { Labelled } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { locales } from '../text/text.ts'
import { KeepingFields } from './keeping-fields.tsx'
import { LookFields } from './look-fields.tsx'
import { OwnTexts } from './own-texts.tsx'
import css from './settings.module.css'

export type SettingsDraft = Pick<UniverseData, 'title' | 'timeZone' | 'settings'>
type Props = {
  draft: SettingsDraft
  needsRebuild: boolean
  onChange: (change: Partial<SettingsDraft>) => void
}

const numbered = (count: number, title: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => ({ value: String(at + 1), title: title(at) }))
// 2024 began on a Monday.
const dateOf = (month: number, day: number) => new Date(Date.UTC(2024, month, day))

/** Every setting of a universe, by what it is about. */
export function SettingsForm({ draft, needsRebuild, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const { settings } = draft
  const set = (change: Partial<UniverseSettings>) => onChange({ settings: { ...settings, ...change } })
  const said = (format: Intl.DateTimeFormatOptions, date: Date) =>
    new Intl.DateTimeFormat(i18n.language, { ...format, timeZone: 'UTC' }).format(date)
  const count = (key: 'minimumN' | 'minimumNComments') => ({
    type: 'number',
    min: 1,
    value: settings[key],
    onChange: (event: { target: HTMLInputElement }) => set({ [key]: event.target.valueAsNumber || 1 }),
  })
  const helper = (key: keyof UniverseSettings['support'], type: string) => ({
    type,
    value: settings.support[key],
    onChange: (event: { target: HTMLInputElement }) =>
      set({ support: { ...settings.support, [key]: event.target.value } }),
  })
  return (
    <>
      <Section title={t('settings.look')} intro={t('settings.lookWhy')}>
        <LookFields draft={draft} onChange={onChange} />
      </Section>
      <Section title={t('settings.words')} intro={t('settings.wordsWhy')}>
        <fieldset className={css.row}>
          <legend className={css.legend}>{t('settings.locales')}</legend>
          {(Object.keys(locales) as (keyof typeof locales)[]).map((one) => (
            <Ticked
              key={one}
              checked={settings.locales.includes(one)}
              onChange={({ target: { checked } }) =>
                set({ locales: [...settings.locales.filter((other) => other !== one), ...(checked ? [one] : [])] })
              }
            >
              {locales[one]}
            </Ticked>
          ))}
        </fieldset>
        <Labelled title={t('settings.localeDefault')}>
          <Select
            label={t('settings.localeDefault')}
            boxed
            value={settings.locales[0] ?? 'en'}
            choices={settings.locales.map((value) => ({ value, title: locales[value] }))}
            onChange={(first) => set({ locales: [first, ...settings.locales.filter((other) => other !== first)] })}
          />
        </Labelled>
        <OwnTexts texts={settings.texts} onChange={(texts) => set({ texts })} />
      </Section>
      <Section title={t('settings.time')} intro={t('settings.timeWhy')}>
        <div className={css.pair}>
          <Field
            label={t('settings.zone')}
            list="zones"
            value={draft.timeZone}
            onChange={(event) => onChange({ timeZone: event.target.value })}
          />
          <datalist id="zones">
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
          <Labelled title={t('settings.fiscalYear')}>
            <Select
              label={t('settings.fiscalYear')}
              boxed
              value={String(settings.fiscalYearStart)}
              choices={numbered(12, (month) => said({ month: 'long' }, dateOf(month, 1)))}
              onChange={(month) => set({ fiscalYearStart: Number(month) })}
            />
          </Labelled>
          <Labelled title={t('settings.week')}>
            <Select
              label={t('settings.week')}
              boxed
              value={String(settings.weekStart)}
              choices={numbered(7, (day) => said({ weekday: 'long' }, dateOf(0, day + 1)))}
              onChange={(day) => set({ weekStart: Number(day) })}
            />
          </Labelled>
        </div>
        {needsRebuild && (
          <p role="status" className={css.warning}>
            {t('settings.rebuild')}
          </p>
        )}
      </Section>
      <Section title={t('settings.protection')} intro={t('settings.protectionWhy')}>
        <Ticked checked={settings.protection} onChange={({ target }) => set({ protection: target.checked })}>
          {t('settings.protect')}
        </Ticked>
        <div className={css.pair}>
          <Field label={t('settings.minimumN')} {...count('minimumN')} />
          <Field label={t('settings.minimumNComments')} {...count('minimumNComments')} />
        </div>
        <Ticked checked={settings.namesAbove} onChange={({ target }) => set({ namesAbove: target.checked })}>
          {t('settings.namesAbove')}
        </Ticked>
      </Section>
      <Section title={t('settings.access')} intro={t('settings.accessWhy')}>
        <Field
          label={t('settings.mailDomains')}
          value={settings.mailDomains.join(' ')}
          spellCheck={false}
          onChange={({ target: { value } }) => set({ mailDomains: value === '' ? [] : value.trimStart().split(/\s+/) })}
        />
        <div className={css.hinted}>
          <Field
            label={t('settings.idle')}
            type="number"
            min={5}
            max={43_200}
            value={settings.idleMinutes ?? ''}
            onChange={({ target }) => set({ idleMinutes: target.value === '' ? null : target.valueAsNumber })}
          />
          <span className={css.hint}>{t('settings.idleWhy')}</span>
        </div>
        <Labelled title={t('factor.title')}>
          <Segments
            label={t('factor.title')}
            value={settings.secondFactor}
            choices={(['off', 'offered', 'required'] as const).map((value) => ({
              value,
              title: t(`settings.factor.${value}`),
            }))}
            onChange={(secondFactor) => set({ secondFactor })}
          />
        </Labelled>
      </Section>
      <Section title={t('settings.keeping')} intro={t('settings.keepingWhy')}>
        <div className={css.pair}>
          <KeepingFields value={settings} onChange={set} />
        </div>
        <Labelled title={t('settings.landing')}>
          <Select
            label={t('settings.landing')}
            boxed
            value={settings.landingPage}
            choices={(['none', 'vgs', 'finland'] as const).map((value) => ({
              value,
              title: t(`settings.landing.${value}`),
            }))}
            onChange={(landingPage) => set({ landingPage })}
          />
        </Labelled>
      </Section>
      <Section title={t('settings.support')} intro={t('settings.supportWhy')}>
        <div className={css.pair}>
          <Field label={t('support.faq')} {...helper('faq', 'url')} />
          <Field label={t('support.helpDesk')} {...helper('helpDesk', 'url')} />
          <Field label={t('support.email')} {...helper('email', 'email')} />
          <Field label={t('support.phone')} {...helper('phone', 'tel')} />
          <Field label={t('support.hours')} {...helper('hours', 'text')} />
        </div>
      </Section>
    </>
  )
}
