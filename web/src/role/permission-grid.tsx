import { type Permission, permissions } from '@kaiku/core/access.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Tick } from '../control/control.tsx'
import css from '../role-place/role.module.css'

const groups = ['see', 'work', 'build', 'administer'] as const
type Group = (typeof groups)[number]

const groupOf: Record<Permission, Group> = {
  seeIndicators: 'see',
  seeComments: 'see',
  seeInterviews: 'see',
  seeContacts: 'see',
  export: 'work',
  shareInterviews: 'work',
  handleAlerts: 'work',
  manageSamples: 'work',
  sendCampaigns: 'work',
  editPages: 'build',
  editConfiguration: 'build',
  importData: 'build',
  manageUsers: 'administer',
  manageUniverse: 'administer',
  seeAudit: 'administer',
}

type Props = {
  chosen: readonly Permission[]
  /** Those that the viewer has, who can give no other; null: all. */
  own: readonly Permission[] | null
  onChoose: (permissions: Permission[]) => void
}

/** What a role allows, each with what it means. */
export function PermissionGrid({ chosen, own, onChoose }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const toggle = (one: Permission) =>
    onChoose(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one])
  return (
    <div className={css.grid}>
      {groups.map((group) => (
        <fieldset key={group} className={css.group}>
          <legend>{t(`role.group.${group}`)}</legend>
          {permissions
            .filter((one) => groupOf[one] === group)
            .map((one) => (
              <div key={one} className={css.permission}>
                <Tick
                  id={`${id}-${one}`}
                  aria-describedby={`${id}-${one}-what`}
                  checked={chosen.includes(one)}
                  disabled={!chosen.includes(one) && own?.includes(one) === false}
                  onChange={() => toggle(one)}
                />
                <span>
                  <label htmlFor={`${id}-${one}`}>{t(`permission.${one}`)}</label>
                  <small id={`${id}-${one}-what`}>
                    {t(`permission.what.${one}`)}
                    {own?.includes(one) === false && ` · ${t('role.notYours')}`}
                  </small>
                </span>
              </div>
            ))}
        </fieldset>
      ))}
    </div>
  )
}
