import { factNames } from '@kaiku/contract/place-rule.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import { useTranslation } from 'react-i18next'
import { ScriptField } from '../condition-script/script-field.tsx'
import { Select } from '../control/control.tsx'
import { LocalisedField } from '../page-form/field-control.tsx'
import { Labelled } from '../page-form/labelled.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { AlertFields } from './alert-fields.tsx'
import { AnswerFields } from './answer-fields.tsx'
import type { FaultAt } from './fault-at.ts'
import { PlacesField } from './places-field.tsx'
import type { RuleForm } from './rule-form.ts'
import { WatchFields } from './watch-fields.tsx'

type Props = {
  form: RuleForm
  roles: readonly string[]
  /** Names of places by their drill paths. */
  names: ReadonlyMap<string, string>
  onFound: (path: string, name: string) => void
  faultAt: FaultAt
  onChange: (form: RuleForm) => void
}

/** Everything that a rule says. */
export function RuleFields({ form, roles, names, onFound, faultAt, onChange }: Props) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { view = survey.views[0]?.extName ?? '', places, title } = form.rule
  /** What both kinds of rules say. */
  const set = (change: object) => onChange({ ...form, rule: { ...form.rule, ...change } } as RuleForm)
  const said =
    form.list === 'rules'
      ? ['place', 'day', ...survey.questions.filter(({ type }) => type !== 'text').map(({ id }) => id)]
      : ['place', ...factNames[form.rule.watch.type]]
  return (
    <>
      <LocalisedField
        label={t('rule.form.title')}
        value={title}
        fault={faultAt('title')}
        name="title"
        onChange={(next) => set({ title: next ?? '' })}
      />
      <h3>{t('rule.when')}</h3>
      {form.list === 'rules' ? (
        <>
          <AnswerFields rule={form.rule} faultAt={faultAt} onChange={set} />
          <ScriptField value={form.rule.script} fault={faultAt('script')} onChange={(script) => set({ script })} />
        </>
      ) : (
        <WatchFields rule={form.rule} faultAt={faultAt} onChange={set} />
      )}
      {survey.views.length > 1 && (
        <Labelled label={t('rule.form.view')} fault={faultAt('view')}>
          <Select
            boxed
            label={t('rule.form.view')}
            value={view}
            choices={survey.views.map(({ extName, title: name }) => ({ value: extName, title: name }))}
            onChange={(next) => set({ view: next, places: form.list === 'rules' ? places : inView(places, next) })}
          />
        </Labelled>
      )}
      <PlacesField
        {...{ view, names, onFound }}
        value={places}
        fault={faultAt('places')}
        onChange={(next) => set({ places: next })}
      />
      <AlertFields rule={form.rule} names={said} roles={roles} faultAt={faultAt} onChange={set} />
    </>
  )
}

/** A rule on places names places of its own view only. */
const inView = (places: readonly string[], view: string) =>
  places.filter((path) => {
    const read = parsePath(path)
    return read.ok && read.value[0] === view
  })
