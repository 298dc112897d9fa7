import type { ToldRule } from '@kaiku/contract/alert-dry-run.ts'
import type { AlertRule } from '@kaiku/contract/alert-rule.ts'
import type { PlaceRule } from '@kaiku/contract/place-rule.ts'
import { localise } from '@kaiku/core/localised.ts'
import type { Changed } from '../control/change-list.tsx'
import { dueWords, escalationWords, ownerWords, type RuleWords, whenWords } from '../dry-run/rule-words.ts'
import { formOf, type RuleForm, type RuleList } from '../rule-field/rule-form.ts'

type Words = RuleWords & {
  /** Names of places by their drill paths, of views and of indicators by theirs. */
  readonly names: ReadonlyMap<string, string>
}
type Lines = { readonly where: string; readonly lines: readonly string[] }

/** What publishing changes about a rule, in the words that rules are read in. Undefined: there is none before. */
export function ruleChanges(list: RuleList, before: unknown, after: unknown, words: Words): Changed[] {
  const [old, next] = [linesOf(list, before, words), linesOf(list, after, words)]
  return [...new Set([...old, ...next].map(({ where }) => where))].flatMap((where) => {
    const [was, is] = [old, next].map((all) => all.find((one) => one.where === where)?.lines ?? [])
    const gone = (was ?? []).filter((line) => !is?.includes(line))
    const come = (is ?? []).filter((line) => !was?.includes(line))
    return gone.length + come.length === 0 ? [] : [{ where, before: gone, after: come }]
  })
}

/** A rule section by section; one that is no rule yet as it is written. */
function linesOf(list: RuleList, written: unknown, words: Words): Lines[] {
  if (written === undefined) return []
  const form = formOf(list, written)
  const { t } = words
  if (form === null) return [{ where: t('rule.form.json'), lines: [JSON.stringify(written)] }]
  const { rule } = form
  const told = toldAs(form, words)
  return [
    { where: t('rule.form.title'), lines: texts(rule.title) },
    { where: t('rule.when'), lines: [...whenWords(told, words), ...moreOf(form, words)] },
    { where: t('rule.says'), lines: texts(rule.alert.title) },
    { where: t('rule.form.description'), lines: texts(rule.alert.description) },
    { where: t('alert.field.severity'), lines: [t(`alert.severity.${rule.severity}`)] },
    { where: t('alert.field.tags'), lines: rule.tags },
    { where: t('rule.to'), lines: [ownerWords(told, words)] },
    { where: t('rule.due'), lines: [dueWords(told, words)] },
    { where: t('rule.escalation'), lines: escalationWords(told, words) },
  ]
}

/** A text in each language that it has. */
function texts(text: AlertRule['title']): string[] {
  if (typeof text === 'string') return text === '' ? [] : [text]
  return Object.entries(text).map(([language, said]) => `${language}: ${said}`)
}

/** As the server tells a published rule. */
function toldAs({ list, rule }: RuleForm, { names, locale }: Words): ToldRule {
  const shared = {
    id: rule.id,
    title: localise(rule.title, locale, locale),
    says: localise(rule.alert.title, locale, locale),
    owner: [rule.owner ?? []].flat(),
    places: rule.places.map((path) => names.get(path) ?? path),
  }
  if (list === 'rules') return { ...rule, ...shared, about: 'interview' }
  const indicator = 'indicator' in rule.watch ? (names.get(rule.watch.indicator) ?? rule.watch.indicator) : null
  return { ...rule, ...shared, about: 'place', indicator }
}

/** What only its form says. */
function moreOf({ list, rule }: RuleForm, { t, names }: Words): string[] {
  const said = (label: string, value: string) => `${label}: ${value}`
  const view = rule.view === undefined ? [] : [said(t('rule.form.view'), names.get(rule.view) ?? rule.view)]
  if (list === 'rules') return [...view, ...historyOf(rule, t)]
  const { level, at, watch }: PlaceRule = rule
  const depth =
    level === 'leaves'
      ? t('rule.form.leaves')
      : level === 0
        ? t('rule.form.root')
        : t('rule.form.depth', { depth: level })
  return [
    ...view,
    said(t('rule.form.level'), depth),
    said(t('rule.form.at'), at),
    ...('minimumN' in watch && watch.minimumN !== undefined
      ? [said(t('rule.form.minimumN'), String(watch.minimumN))]
      : []),
  ]
}

const historyOf = ({ history }: AlertRule, t: Words['t']): string[] =>
  history?.when === undefined ? [] : [`${t('rule.form.historyWhen')}: ${history.when}`]
