import type { Permission } from '@kaiku/core/access.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Tick } from '../ui/control.tsx'
import css from './role.module.css'

const groups = {
  see: ['seeIndicators', 'seeComments', 'seeInterviews', 'seeContacts'],
  work: ['handleAlerts', 'export', 'shareInterviews', 'manageSamples', 'sendCampaigns'],
  build: ['editPages', 'editConfiguration', 'importData'],
  administer: ['manageUsers', 'manageUniverse', 'seeAudit'],
} as const satisfies Record<string, readonly Permission[]>

type Missing = Exclude<Permission, (typeof groups)[keyof typeof groups][number]>
/** Does not compile while a permission stands in no group. */
export const inNoGroup: Record<Missing, never> = {}

type Props = { chosen: readonly Permission[]; onChoose: (permissions: Permission[]) => void }

/** What a role allows, each with what it means. */
export function PermissionGrid({ chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const toggle = (one: Permission) =>
    onChoose(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one])
  return (
    <div className={css.grid}>
      {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
        <fieldset key={group} className={css.group}>
          <legend>{t(`role.group.${group}`)}</legend>
          {groups[group].map((one) => (
            <div key={one} className={css.permission}>
              <Tick
                id={`${id}-${one}`}
                aria-describedby={`${id}-${one}-what`}
                checked={chosen.includes(one)}
                onChange={() => toggle(one)}
              />
              <span>
                <label htmlFor={`${id}-${one}`}>{t(`permission.${one}`)}</label>
                <small id={`${id}-${one}-what`}>{t(`permission.what.${one}`)}</small>
              </span>
            </div>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
