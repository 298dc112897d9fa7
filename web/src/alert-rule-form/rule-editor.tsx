import { problemOf } from '@kaiku/core/definition-problem.ts'
import type { FaultDetail } from '@kaiku/core/fault.ts'
import { layOut } from '@kaiku/core/json-layout.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsaved } from '../browser/unsaved.ts'
import { CallError } from '../call/send.ts'
import { Button, LinkButton } from '../control/control.tsx'
import { useFilters } from '../filter/filter.queries.ts'
import { useSettled } from '../page-editor/use-settled.ts'
import { faultWords } from '../page-form/fault-words.ts'
import { freshName } from '../page-form/page-edit.ts'
import { faultsOf } from '../rule-field/fault-at.ts'
import css from '../rule-field/rule-editor.module.css'
import { RuleFields } from '../rule-field/rule-fields.tsx'
import {
  formOf,
  idsOf,
  newRule,
  type RuleForm,
  type RuleList,
  readFile,
  readJson,
  withRule,
  writtenOf,
} from '../rule-field/rule-form.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { PublishRules } from './publish-rules.tsx'
import { ruleChanges } from './rule-change.ts'
import { RulePreview, useRulePreview } from './rule-preview.tsx'

type Edited = { readonly list: RuleList /** Behind the last one: a new rule. */; readonly at: number }
type Props = {
  edited: Edited
  edit: { readonly version: number; readonly text: string; readonly roles: readonly string[] }
  names: ReadonlyMap<string, string>
  onClose: () => void
}

/** A rule as it is being written: in its form, or as JSON where that cannot hold it. */
type Draft = { readonly form: RuleForm } | { readonly json: string }

/** The alerts beside follow a limit while it is drawn, and wait for a word to be written. */
const settleMs = 150

const jsonOf = (written: unknown) => layOut(written)

/** One rule in the hands of who edits the configuration, beside it what it would have raised. */
export function RuleEditor({ edited, edit, names, onClose }: Props) {
  const { list, at } = edited
  const { t } = useTranslation()
  const rule = useDraft(list, at, edit)
  const { isNew, isChanged, draft, setDraft, written, text, mayTurn, turn } = rule
  const id = String(Reflect.get(Object(written), 'id') ?? '')
  const preview = useRulePreview(useSettled(text, settleMs), useSettled(id, settleMs))
  const [isDone, setDone] = useState(false)
  const [found, setFound] = useState<ReadonlyMap<string, string>>(new Map())
  const places = new Map([...names, ...found])
  useUnsaved(isChanged && !isDone)
  const { details, faultAt, others } = useFaults(preview, list, at)
  const leave = () => {
    if (!isChanged || window.confirm(t('unsaved'))) onClose()
  }
  const finish = () => {
    setDone(true)
    onClose()
  }
  return (
    <section className={css.editor} aria-label={t(isNew ? 'rule.form.new' : 'rule.form.edit')}>
      <div className={css.form}>
        <div className={css.head}>
          <h2>{t(isNew ? 'rule.form.new' : 'rule.form.edit')}</h2>
          <LinkButton disabled={!mayTurn} onClick={turn}>
            {t('form' in draft ? 'rule.form.asJson' : 'rule.form.asForm')}
          </LinkButton>
        </div>
        {others.map((fault) => (
          <p key={`${fault.place} ${fault.expected}`} role="alert" className={css.fault}>
            {t('rule.wrongAt', { place: fault.place, expected: fault.expected, found: fault.found })}
          </p>
        ))}
        {'form' in draft ? (
          <RuleFields
            form={draft.form}
            roles={edit.roles}
            names={places}
            faultAt={faultAt}
            onFound={(path, name) => setFound(new Map([...found, [path, name]]))}
            onChange={(form) => setDraft({ form })}
          />
        ) : (
          <AsJson
            json={draft.json}
            onChange={(json) => setDraft({ json })}
            hint={mayTurn ? '' : t(written === undefined ? 'rule.form.noJson' : 'rule.form.onlyJson')}
            faults={details.length > others.length ? details : []}
          />
        )}
        <Acts edited={edited} edit={edit} rule={rule} names={places} onLeave={leave} onDone={finish} />
      </div>
      <RulePreview preview={preview} />
    </section>
  )
}

/** The rule as it is being written, and what it makes of the file: null where it is no JSON. */
function useDraft(list: RuleList, at: number, edit: Props['edit']) {
  const { survey } = useSurvey()
  const published = readFile(edit.text)?.[list][at]
  const isNew = published === undefined
  const begin = (): Draft => {
    const form = isNew ? newRule(list, 'new', survey.indicators[0]?.id) : formOf(list, published)
    return form === null ? { json: jsonOf(published) } : { form }
  }
  const [opened] = useState(begin)
  const [draft, setDraft] = useState(opened)
  const taken = idsOf(edit.text)
  const written = writtenIn(draft, (title) => freshName(title, taken), isNew)
  const text = written === undefined ? null : withRule(edit.text, list, at, written)
  const turn = () => {
    if ('form' in draft) return setDraft({ json: jsonOf(writtenOf(draft.form)) })
    const form = formOf(list, readJson(draft.json))
    if (form !== null) setDraft({ form })
  }
  const mayTurn = 'form' in draft || formOf(list, readJson(draft.json)) !== null
  return { published, isNew, isChanged: draft !== opened, draft, setDraft, written, text, mayTurn, turn }
}

/** What is wrong with the rule, in words. */
function useFaults({ error }: ReturnType<typeof useRulePreview>, list: RuleList, at: number) {
  const { t, i18n } = useTranslation()
  const inWords = (fault: FaultDetail) =>
    problemOf(fault).kind === 'value'
      ? t('rule.form.expected', { expected: fault.expected, found: fault.found })
      : faultWords(fault, t, i18n.language)
  const details = error instanceof CallError ? error.details : []
  return { details, ...faultsOf(details, list, at, inWords) }
}

type JsonProps = { json: string; onChange: (json: string) => void; hint: string; faults: readonly FaultDetail[] }

function AsJson({ json, onChange, hint, faults }: JsonProps) {
  const { t } = useTranslation()
  return (
    <>
      {hint !== '' && <p className={css.quiet}>{hint}</p>}
      <textarea
        aria-label={t('rule.form.json')}
        className={css.json}
        spellCheck={false}
        rows={18}
        value={json}
        onChange={({ target }) => onChange(target.value)}
      />
      {faults.length > 0 && (
        <p role="alert" className={css.fault}>
          {faults.map(({ place, expected, found }) => t('rule.wrongAt', { place, expected, found })).join(' ')}
        </p>
      )}
    </>
  )
}

type ActsProps = Pick<Props, 'edited' | 'edit' | 'names'> & {
  rule: ReturnType<typeof useDraft>
  onLeave: () => void
  onDone: () => void
}

function Acts({ edited: { list, at }, edit, names, rule, onLeave, onDone }: ActsProps) {
  const { t, i18n } = useTranslation()
  const { published, isNew, isChanged, written, text } = rule
  const words = { t, locale: i18n.language, filters: useFilters(), names: useNames(names) }
  return (
    <div className={css.acts}>
      <PublishRules
        text={text ?? ''}
        version={edit.version}
        changes={ruleChanges(list, published, written, words)}
        disabled={text === null || (!isChanged && !isNew)}
        onDone={onDone}
      />
      <Button onClick={onLeave}>{t('saved.cancel')}</Button>
      {!isNew && (
        <PublishRules
          text={withRule(edit.text, list, at, null)}
          version={edit.version}
          act={{ title: t('rule.form.delete'), why: t('rule.form.deleteWhy') }}
          onDone={onDone}
        />
      )}
    </div>
  )
}

/** Those of views and indicators beside the places'. */
function useNames(places: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const { views, indicators } = useSurvey().survey
  return new Map([
    ...views.map(({ extName, title }) => [extName, title] as const),
    ...indicators.map(({ id, title }) => [id, title] as const),
    ...places,
  ])
}

/** The rule as it would be published; undefined where the JSON is none. */
function writtenIn(draft: Draft, idOf: (title: string) => string, isNew: boolean): unknown {
  if ('json' in draft) return readJson(draft.json)
  const { title } = draft.form.rule
  const name = typeof title === 'string' ? title : (Object.values(title)[0] ?? '')
  const written = writtenOf(draft.form)
  return isNew ? { ...written, id: idOf(name === '' ? 'rule' : name) } : written
}
