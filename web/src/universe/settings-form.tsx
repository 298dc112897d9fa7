import type { UniverseData, UniverseSettings } from '@kaiku/contract/universe.ts'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, Segments, Select, Ticked } from '../control/control.tsx'
import { Labelled } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { isLocale, type Locale, locales } from '../text/text.ts'
import { CostFields } from './cost-fields.tsx'
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
  const { settings } = draft
  const set = (change: Partial<UniverseSettings>) => onChange({ settings: { ...settings, ...change } })
  return (
    <>
      <About what="look">
        <LookFields draft={draft} onChange={onChange} />
      </About>
      <About what="words">
        <WordFields settings={settings} set={set} />
      </About>
      <About what="time">
        <TimeFields
          settings={settings}
          set={set}
          timeZone={draft.timeZone}
          onZone={(timeZone) => onChange({ timeZone })}
        />
        {needsRebuild && <RebuildNotice />}
      </About>
      <About what="protection">
        <ProtectionFields settings={settings} set={set} />
      </About>
      <About what="access">
        <AccessFields settings={settings} set={set} />
      </About>
      <About what="keeping">
        <Keeping settings={settings} set={set} />
      </About>
      <About what="cost">
        <CostFields cost={settings.messageCost} onChange={(messageCost) => set({ messageCost })} />
      </About>
      <About what="support">
        <SupportFields settings={settings} set={set} />
      </About>
    </>
  )
}

type Matter = 'look' | 'words' | 'time' | 'protection' | 'access' | 'keeping' | 'cost' | 'support'

function About({ what, children }: { what: Matter; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Section title={t(`settings.${what}`)} intro={t(`settings.${what}Why`)}>
      {children}
    </Section>
  )
}

type Part = { settings: UniverseSettings; set: (change: Partial<UniverseSettings>) => void }

/** One of a few, under its name. */
function Choose<T extends string>(props: ComponentProps<typeof Select<T>>) {
  return (
    <Labelled title={props.label}>
      <Select<T> boxed {...props} />
    </Labelled>
  )
}

function WordFields({ settings, set }: Part) {
  const { t } = useTranslation()
  const without = (one: Locale) => settings.locales.filter((other) => other !== one)
  return (
    <>
      <fieldset className={css.row}>
        <legend className={css.legend}>{t('settings.locales')}</legend>
        {Object.keys(locales)
          .filter(isLocale)
          .map((one) => (
            <Ticked
              key={one}
              checked={settings.locales.includes(one)}
              onChange={({ target: { checked } }) => set({ locales: [...without(one), ...(checked ? [one] : [])] })}
            >
              {locales[one]}
            </Ticked>
          ))}
      </fieldset>
      <Choose
        label={t('settings.localeDefault')}
        value={settings.locales[0] ?? 'en'}
        choices={settings.locales.map((value) => ({ value, title: locales[value] }))}
        onChange={(first) => set({ locales: [first, ...without(first)] })}
      />
      <OwnTexts texts={settings.texts} onChange={(texts) => set({ texts })} />
    </>
  )
}

function TimeFields({ settings, set, timeZone, onZone }: Part & { timeZone: string; onZone: (zone: string) => void }) {
  const { t, i18n } = useTranslation()
  const said = (format: Intl.DateTimeFormatOptions, date: Date) =>
    new Intl.DateTimeFormat(i18n.language, { ...format, timeZone: 'UTC' }).format(date)
  return (
    <div className={css.pair}>
      <Field label={t('settings.zone')} list="zones" value={timeZone} onChange={({ target }) => onZone(target.value)} />
      <datalist id="zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Choose
        label={t('settings.fiscalYear')}
        value={String(settings.fiscalYearStart)}
        choices={numbered(12, (month) => said({ month: 'long' }, dateOf(month, 1)))}
        onChange={(month) => set({ fiscalYearStart: Number(month) })}
      />
      <Choose
        label={t('settings.week')}
        value={String(settings.weekStart)}
        choices={numbered(7, (day) => said({ weekday: 'long' }, dateOf(0, day + 1)))}
        onChange={(day) => set({ weekStart: Number(day) })}
      />
      <DaysOff days={settings.daysOff} onChange={(daysOff) => set({ daysOff })} />
    </div>
  )
}

/** Days on which nothing is mailed, as they are written: what is half written stays until it can be read or is refused. */
function DaysOff({ days, onChange }: { days: readonly string[]; onChange: (days: string[]) => void }) {
  const { t } = useTranslation()
  return (
    <div className={css.hinted}>
      <Field
        label={t('settings.daysOff')}
        value={days.join(', ')}
        onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split(', '))}
      />
      <span className={css.hint}>{t('settings.daysOffWhy')}</span>
    </div>
  )
}

function RebuildNotice() {
  const { t } = useTranslation()
  return (
    <p role="status" className={css.warning}>
      {t('settings.rebuild')}
    </p>
  )
}

function ProtectionFields({ settings, set }: Part) {
  const { t } = useTranslation()
  return (
    <>
      <Ticked checked={settings.protection} onChange={({ target }) => set({ protection: target.checked })}>
        {t('settings.protect')}
      </Ticked>
      <div className={css.pair}>
        {(['minimumN', 'minimumNComments'] as const).map((key) => (
          <Field
            key={key}
            label={t(`settings.${key}`)}
            type="number"
            min={1}
            value={settings[key]}
            onChange={({ target }) => set({ [key]: target.valueAsNumber || 1 })}
          />
        ))}
      </div>
      <Ticked checked={settings.namesAbove} onChange={({ target }) => set({ namesAbove: target.checked })}>
        {t('settings.namesAbove')}
      </Ticked>
    </>
  )
}

const factors = ['off', 'offered', 'required'] as const

function AccessFields({ settings, set }: Part) {
  const { t } = useTranslation()
  return (
    <>
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
          choices={factors.map((value) => ({ value, title: t(`settings.factor.${value}`) }))}
          onChange={(secondFactor) => set({ secondFactor })}
        />
      </Labelled>
    </>
  )
}

const landings = ['none', 'vgs', 'finland'] as const

function Keeping({ settings, set }: Part) {
  const { t } = useTranslation()
  return (
    <>
      <div className={css.pair}>
        <KeepingFields value={settings} onChange={set} />
      </div>
      <Choose
        label={t('settings.landing')}
        value={settings.landingPage}
        choices={landings.map((value) => ({ value, title: t(`settings.landing.${value}`) }))}
        onChange={(landingPage) => set({ landingPage })}
      />
      <Ticked checked={settings.leagues} onChange={({ target }) => set({ leagues: target.checked })}>
        {t('settings.leagues')}
      </Ticked>
    </>
  )
}

const helpers = { faq: 'url', helpDesk: 'url', email: 'email', phone: 'tel', hours: 'text' } as const
const helperKeys = ['faq', 'helpDesk', 'email', 'phone', 'hours'] as const satisfies (keyof typeof helpers)[]

function SupportFields({ settings: { support }, set }: Part) {
  const { t } = useTranslation()
  return (
    <div className={css.pair}>
      {helperKeys.map((key) => (
        <Field
          key={key}
          label={t(`support.${key}`)}
          type={helpers[key]}
          value={support[key]}
          onChange={({ target }) => set({ support: { ...support, [key]: target.value } })}
        />
      ))}
    </div>
  )
}
