import { pathTo } from '@kaiku/core/screen.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { someAlertsQuery } from '../alert/alert.queries.ts'
import { useAt } from '../drill-path/at.tsx'
import { alertRulesQuery } from '../dry-run/alert-rule.queries.ts'
import { usersQuery } from '../people/people.queries.ts'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { noSurvey } from '../survey/no-survey.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { nameOf } from '../user/user-name.ts'
import type { Entry } from './palette-entries.ts'

const mostAlerts = 50

/** People, alerts and rules, for who may see them, once something is typed. */
export function useOthers(wanted: string): Entry[] {
  const { i18n } = useTranslation()
  const navigate = useNavigate()
  const at = useAt()
  const { survey } = useSurvey()
  const { isUserAdmin, permissions } = useIdentity()
  const isAsked = wanted !== '' && survey.extName !== noSurvey
  const people = useQuery({ ...usersQuery(i18n.language), enabled: isAsked && isUserAdmin }).data ?? []
  const rules = useQuery({
    ...alertRulesQuery(survey.extName, i18n.language),
    enabled: isAsked && permissions.includes('editConfiguration'),
  }).data
  const alerts = useQuery({
    ...someAlertsQuery({ ...at, selection: new Map() }, {}, mostAlerts, i18n.language),
    enabled: isAsked && permissions.includes('handleAlerts'),
  }).data
  const open = (path: string) => () => void navigate({ to: ownAddress(path) })
  const own = survey.extName
  return [
    ...people.map((user): Entry => {
      const to = pathTo('usereditor', { survey: own, userId: user.userId })
      return { kind: 'person', id: user.userId, title: nameOf(user), run: open(to) }
    }),
    ...(alerts?.rows ?? []).map(({ alertId, title, place }): Entry => {
      const note = place.names.length > 0 ? { note: place.names.join(' › ') } : {}
      return { kind: 'alert', id: alertId, title, ...note, run: open(pathTo('alert', { survey: own, alertId })) }
    }),
    ...(rules?.rules ?? []).map(({ id, title }): Entry => {
      return { kind: 'rule', id, title, run: open(pathTo('alertrules', { survey: own })) }
    }),
  ]
}

/** Who helps, and how figures are read. */
export function useHelp(onSupport: () => void): Entry[] {
  const { t } = useTranslation()
  const titles = [
    t('support.title'),
    ...(['interval', 'change', 'rank', 'few'] as const).map((one) => t(`reading.${one}`)),
  ]
  return titles.map((title): Entry => ({ kind: 'help', id: title, title, run: onSupport }))
}
