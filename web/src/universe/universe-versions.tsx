import type { SettingChange, UniverseData, UniverseVersion } from '@kaiku/contract/universe.ts'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { ChangeList } from '../control/change-list.tsx'
import { LinkButton } from '../control/control.tsx'
import { Section } from '../control/section.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { Notice } from '../overlay/notice.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'
import { Ahead } from './retention-fields.tsx'
import css from './settings.module.css'
import {
  type RetentionRules,
  retentionRules,
  universeSettingsQuery,
  universeVersionsQuery,
} from './universe.queries.ts'

/** Versions that are shown before one asks for all. */
const shownAtFirst = 5

type Props = { version: number; onSaved: (saved: UniverseData) => Promise<void> }

/** The universe as it was saved: who changed what and when, and the way back. */
export function UniverseVersions({ version: newest, onSaved }: Props) {
  const { t } = useTranslation()
  const { universe } = useIdentity()
  const { data, error } = useQuery(universeVersionsQuery(universe, newest))
  const [isWhole, setWhole] = useState(false)
  const [back, setBack] = useState<UniverseVersion | null>(null)
  const shown = isWhole ? data : data?.slice(0, shownAtFirst)
  return (
    <Section title={t('settings.versions')} intro={t('settings.versionsWhy')}>
      {error && <Notice alert title={faultText(error, t)} />}
      {data?.length === 0 && <p className={css.hint}>{t('settings.versionsNone')}</p>}
      <ul className={css.versions}>
        {shown?.map((one, at) => (
          <li key={one.version}>
            <details>
              <summary>
                <Summary one={one} />
              </summary>
              {one.changes.length === 0 ? (
                <p className={css.hint}>{t('settings.versionFirst')}</p>
              ) : (
                <Changes changes={one.changes} />
              )}
              {at > 0 && one.changesBack.length > 0 && (
                <LinkButton onClick={() => setBack(one)}>
                  {t('settings.versionBack', { version: one.version })}
                </LinkButton>
              )}
            </details>
          </li>
        ))}
      </ul>
      {data && shown && data.length > shown.length && (
        <div>
          <LinkButton onClick={() => setWhole(true)}>{t('settings.versionsAll', { count: data.length })}</LinkButton>
        </div>
      )}
      {back && <Back one={back} newest={newest} onSaved={onSaved} onClose={() => setBack(null)} />}
    </Section>
  )
}

function Summary({ one: { version, at, by, changes } }: { one: UniverseVersion }) {
  const { t, i18n } = useTranslation()
  const names = [...new Set(changes.map(({ setting }) => titleOf(setting, t)))]
  const who = by === '' ? '' : t('settings.versionBy', { by, at: momentText(at, i18n.language) })
  return (
    <>
      <b>{t('settings.version', { version })}</b>{' '}
      <span className={css.hint}>{[who, names.join(', ')].filter((part) => part !== '').join(' · ')}</span>
    </>
  )
}

type BackProps = { one: UniverseVersion; newest: number; onSaved: Props['onSaved']; onClose: () => void }

function Back({ one, newest, onSaved, onClose }: BackProps) {
  const { t } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const rules = useRulesBack(one.changesBack)
  const rollBack = () =>
    void attempt(async () => {
      const saved = await send('universe.rollBack', { to: one.version, version: newest })
      say(t('settings.saved'))
      onClose()
      await onSaved(saved)
      return null
    })
  return (
    <Confirm
      title={t('settings.versionBackTitle', { version: one.version })}
      act={t('settings.versionBackAct')}
      busy={busy}
      safe={rules === null}
      fault={fault}
      onConfirm={rollBack}
      onClose={onClose}
    >
      <p>{t('settings.versionBackWhy')}</p>
      <Changes changes={one.changesBack} />
      {rules && (
        <>
          <p>{t('settings.removed.sureWhy')}</p>
          <Ahead value={rules} />
        </>
      )}
    </Confirm>
  )
}

/** After how many days things would go; null where going back changes nothing of it. */
function useRulesBack(changes: readonly SettingChange[]): RetentionRules | null {
  const { universe } = useIdentity()
  const { data } = useQuery(universeSettingsQuery(universe))
  const rules = retentionRules.flatMap((rule) => {
    const change = changes.find(({ setting }) => setting === rule)
    return change ? [[rule, change.after] as const] : []
  })
  if (!data || rules.length === 0) return null
  const { retentionDays, contactDays, personalDays } = data.settings
  return Object.assign({ retentionDays, contactDays, personalDays }, Object.fromEntries(rules))
}

const Changes = ({ changes }: { changes: readonly SettingChange[] }) => {
  const { t } = useTranslation()
  const told = (value: SettingChange['before']) =>
    value === null ? [] : [typeof value === 'boolean' ? t(value ? 'settings.yes' : 'settings.no') : String(value)]
  return (
    <ChangeList
      changes={changes.map(({ setting, before, after }) => {
        const [, ...rest] = setting.split('.')
        return { where: [titleOf(setting, t), ...rest].join(' · '), before: told(before), after: told(after) }
      })}
    />
  )
}

const titles = {
  title: 'settings.name',
  timeZone: 'settings.zone',
  logo: 'settings.logo',
  colour: 'settings.colour',
  locales: 'settings.locales',
  texts: 'settings.texts',
  fiscalYearStart: 'settings.fiscalYear',
  weekStart: 'settings.week',
  daysOff: 'settings.daysOff',
  protection: 'settings.protection',
  minimumN: 'settings.minimumN',
  minimumNComments: 'settings.minimumNComments',
  mailDomains: 'settings.mailDomains',
  retentionDays: 'settings.retentionDays',
  contactDays: 'settings.contactDays',
  personalDays: 'settings.personalDays',
  restDays: 'settings.rest',
  messageCost: 'settings.cost',
  landingPage: 'settings.landing',
  support: 'settings.support',
  leagues: 'settings.leagues',
  namesAbove: 'settings.namesAbove',
  secondFactor: 'user.secondFactor',
  idleMinutes: 'settings.idle',
  visitNames: 'settings.visitNames',
  visitDays: 'settings.visitDays',
} as const satisfies Record<keyof UniverseData['settings'] | 'title' | 'timeZone', string>

/** What the form calls a setting; one of a newer Kaiku by its name. */
function titleOf(setting: string, t: TFunction): string {
  const [first = ''] = setting.split('.')
  return first in titles ? t(titles[first as keyof typeof titles]) : first
}
