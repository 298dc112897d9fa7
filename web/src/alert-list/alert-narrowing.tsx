import type { alertCalls } from '@kaiku/contract/alert.ts'
import type { ReplyOf } from '@kaiku/contract/call.ts'
import { alertSeverities, alertStates } from '@kaiku/core/alert-state.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AlertSearch, alertChoicesQuery } from '../alert/alert.queries.ts'
import { phone, useMedia } from '../browser/media.ts'
import { Button, Segments, Select, Ticked } from '../control/control.tsx'
import { useChosen, useChosenText, useSwitched } from '../figure/chosen.ts'
import listCss from '../pick-list/pick-list.module.css'
import { useSurvey } from '../survey/survey-context.tsx'

/** Not solved, all, or one state. */
const stateChoices = ['unsolved', ...alertStates, 'all'] as const
const ownerChoices = ['anyone', 'me', 'none'] as const
const severityChoices = ['any', ...alertSeverities] as const
const orders = ['due', 'severity', 'newest'] as const
const groups = ['no', 'owner', 'node'] as const

const unsolved = alertStates.filter((one) => one !== 'solved')

const idOf = ({ id }: { id: string }) => id

/** What is chosen of these, once they are known; empty: nothing. */
function useChosenAmong(name: string, possible: readonly string[] | undefined) {
  const [wanted, choose] = useChosenText(name)
  return [possible?.includes(wanted) === false ? '' : wanted, choose] as const
}

/** What the viewer narrows the list by, kept in the address. */
export function useNarrowing() {
  const [state, setState] = useChosen('state', 'unsolved', stateChoices)
  const [owner, setOwner] = useChosen('owner', 'anyone', ownerChoices)
  const [severity, setSeverity] = useChosen('severity', 'any', severityChoices)
  const [sort, setSort] = useChosen('sort', 'due', orders)
  const [group, setGroup] = useChosen('group', 'no', groups)
  const [isOverdue, toggleOverdue] = useSwitched('overdue')
  const [isReopened, toggleReopened] = useSwitched('reopened')
  const { survey } = useSurvey()
  const { i18n } = useTranslation()
  const choices = useQuery(alertChoicesQuery(survey.extName, i18n.language)).data
  const [cause, setCause] = useChosenAmong('cause', choices?.rootCauses.map(idOf))
  const [rule, setRule] = useChosenAmong('rule', choices?.rules.map(idOf))
  const [tag, setTag] = useChosenAmong('tag', choices?.tags)
  const asked: AlertSearch = {
    sort,
    ...(state === 'all' ? {} : { state: state === 'unsolved' ? unsolved.join() : state }),
    ...(owner === 'anyone' ? {} : { owner }),
    ...(severity === 'any' ? {} : { severity }),
    ...(isOverdue ? { overdue: 'true' as const } : {}),
    ...(isReopened ? { reopened: 'true' as const } : {}),
    ...(cause === '' ? {} : { rootCause: cause }),
    ...(rule === '' ? {} : { rule }),
    ...(tag === '' ? {} : { tag }),
  }
  return {
    asked,
    state,
    setState,
    owner,
    setOwner,
    severity,
    setSeverity,
    sort,
    setSort,
    group,
    setGroup,
    isOverdue,
    toggleOverdue,
    isReopened,
    toggleReopened,
    choices,
    cause,
    setCause,
    rule,
    setRule,
    tag,
    setTag,
  }
}
export type NarrowingChoice = ReturnType<typeof useNarrowing>

const choiceOf = ({ id, title }: { id: string; title: string }) => ({ value: id, title })

type List = ReplyOf<(typeof alertCalls)['list']>
type Props = { narrowing: NarrowingChoice; counts: List['counts']; overdue: number }

export function AlertNarrowing({ narrowing, counts, overdue }: Props) {
  const { t } = useTranslation()
  const counted = useCounted()
  const sum = (states: readonly (keyof typeof counts)[]) => states.reduce((total, one) => total + counts[one], 0)
  const stateTitle = (choice: (typeof stateChoices)[number]) => {
    if (choice === 'unsolved') return counted(t('alerts.unsolved'), sum(unsolved))
    if (choice === 'all') return counted(t('alerts.all'), sum(alertStates))
    return counted(t(`alert.state.${choice}`), counts[choice])
  }
  // On a phone the alerts come first: what else narrows them is folded away.
  const isPhone = useMedia(phone)
  const [isOpen, setOpen] = useState(false)
  const { owner, severity, isOverdue, isReopened, cause, rule, tag, group, sort } = narrowing
  const chosen = [
    owner !== 'anyone',
    severity !== 'any',
    isOverdue,
    isReopened,
    cause,
    rule,
    tag,
    group !== 'no',
    sort !== 'due',
  ]
  const count = chosen.filter(Boolean).length
  return (
    <div className={listCss.narrowing} data-screen-only>
      <Select
        boxed
        label={t('alert.field.state')}
        value={narrowing.state}
        choices={stateChoices.map((value) => ({ value, title: stateTitle(value) }))}
        onChange={narrowing.setState}
      />
      {isPhone && (
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconAdjustmentsHorizontal size={16} aria-hidden />
          {count === 0 ? t('alerts.narrow') : counted(t('alerts.narrow'), count)}
        </Button>
      )}
      {(!isPhone || isOpen) && <More narrowing={narrowing} overdue={overdue} />}
    </div>
  )
}

function useCounted() {
  const { i18n } = useTranslation()
  return (title: string, n: number) => `${title} · ${formatCount(n, i18n.language)}`
}

function More({ narrowing, overdue }: Omit<Props, 'counts'>) {
  const { t } = useTranslation()
  const counted = useCounted()
  return (
    <>
      <Segments
        label={t('alert.field.owner')}
        value={narrowing.owner}
        choices={ownerChoices.map((value) => ({ value, title: t(`alerts.owner.${value}`) }))}
        onChange={narrowing.setOwner}
      />
      <Select
        boxed
        label={t('alert.field.severity')}
        value={narrowing.severity}
        choices={severityChoices.map((value) => ({
          value,
          title: value === 'any' ? t('alerts.anySeverity') : t(`alert.severity.${value}`),
        }))}
        onChange={narrowing.setSeverity}
      />
      <Ticked checked={narrowing.isOverdue} onChange={narrowing.toggleOverdue}>
        {counted(t('alert.overdue'), overdue)}
      </Ticked>
      {(narrowing.isReopened || narrowing.state !== 'unsolved') && (
        <Ticked checked={narrowing.isReopened} onChange={narrowing.toggleReopened}>
          {t('alerts.reopened')}
        </Ticked>
      )}
      <Among narrowing={narrowing} />
      <Order narrowing={narrowing} />
    </>
  )
}

/** What there is to choose from by survey. */
function Among({ narrowing }: { narrowing: NarrowingChoice }) {
  const { t } = useTranslation()
  const { rules = [], rootCauses = [], tags = [] } = narrowing.choices ?? {}
  return (
    <>
      {(narrowing.cause !== '' || ['solved', 'all'].includes(narrowing.state)) && rootCauses.length > 0 && (
        <Select
          boxed
          label={t('alert.field.rootCause')}
          value={narrowing.cause}
          choices={[{ value: '', title: t('alerts.anyCause') }, ...rootCauses.map(choiceOf)]}
          onChange={narrowing.setCause}
        />
      )}
      {rules.length > 1 && (
        <Select
          boxed
          label={t('alert.rule')}
          value={narrowing.rule}
          choices={[{ value: '', title: t('alerts.anyRule') }, ...rules.map(choiceOf)]}
          onChange={narrowing.setRule}
        />
      )}
      {tags.length > 0 && (
        <Select
          boxed
          label={t('alert.field.tags')}
          value={narrowing.tag}
          choices={[{ value: '', title: t('alerts.anyTag') }, ...tags.map((tag) => ({ value: tag, title: tag }))]}
          onChange={narrowing.setTag}
        />
      )}
    </>
  )
}

function Order({ narrowing }: { narrowing: NarrowingChoice }) {
  const { t } = useTranslation()
  return (
    <span className={listCss.order}>
      <Select
        label={t('alerts.group')}
        value={narrowing.group}
        choices={groups.map((value) => ({ value, title: t(`alerts.group.${value}`) }))}
        onChange={narrowing.setGroup}
      />
      <Select
        label={t('alerts.sort')}
        value={narrowing.sort}
        choices={orders.map((value) => ({ value, title: t(`alerts.sort.${value}`) }))}
        onChange={narrowing.setSort}
      />
    </span>
  )
}
