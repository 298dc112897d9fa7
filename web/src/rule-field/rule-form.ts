import { type AlertRule, rule as answerRule } from '@kaiku/contract/alert-rule.ts'
import { type PlaceRule, type PlaceWatch, placeRule } from '@kaiku/contract/place-rule.ts'
import { layOut } from '@kaiku/core/json-layout.ts'

/** The lists of `alert-rules.json`: rules on what one response says, and on what places say as a whole. */
const ruleLists = ['rules', 'placeRules'] as const
export type RuleList = (typeof ruleLists)[number]

/** A rule in the hands of its form: complete, also where its file leaves out what is usual. */
export type RuleForm =
  | { readonly list: 'rules'; readonly rule: AlertRule }
  | { readonly list: 'placeRules'; readonly rule: PlaceRule }

/** Something as it is written in JSON. */
export type WrittenRule = Readonly<Record<string, unknown>>
const isWritten = (value: unknown): value is WrittenRule =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The file with its rules apart; null where it cannot be read. */
export function readFile(text: string): (WrittenRule & Readonly<Record<RuleList, readonly unknown[]>>) | null {
  const file = readJson(text.trim() === '' ? '{}' : text)
  if (!isWritten(file)) return null
  const { rules = [], placeRules = [] } = file
  return Array.isArray(rules) && Array.isArray(placeRules) ? { ...file, rules, placeRules } : null
}

/** Undefined where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/** A rule as its form holds it; null where it has another shape than a rule: then it is written as JSON. */
export function formOf(list: RuleList, written: unknown): RuleForm | null {
  if (list === 'rules') {
    const read = answerRule.safeParse(written)
    return read.success ? { list, rule: read.data } : null
  }
  const read = placeRule.safeParse(written)
  return read.success ? { list, rule: read.data } : null
}

const least = { id: 'x', title: '', alert: { title: '' } }
const silence = { type: 'silence', days: 1 } as const
const usual: Readonly<Record<RuleList, object>> = {
  rules: answerRule.parse(least),
  placeRules: placeRule.parse({ ...least, watch: silence }),
}
const usualDays = 28

/** A rule as it is written: what is usual goes without saying. */
export function writtenOf({ list, rule }: RuleForm): WrittenRule {
  const { watch, ...rest } = 'watch' in rule ? rule : { ...rule, watch: undefined }
  const said = Object.entries({ ...rest, alert: alertOf(rest.alert), escalation: rest.escalation.map(stepOf) })
  const own = said.filter(
    ([name, value]) => name in least || (value !== undefined && !isSame(value, Reflect.get(usual[list], name))),
  )
  const [id, title, ...others] = own
  return Object.fromEntries(
    [id, title, watch && ['watch', watchOf(watch)], ...others].filter((one) => one !== undefined),
  )
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const alertOf = ({ title, description }: AlertRule['alert']) =>
  description === '' ? { title } : { title, description }
const stepOf = ({ how, ...step }: AlertRule['escalation'][number]) => (how === 'assign' ? step : { ...step, how })

function watchOf(watch: PlaceWatch): WrittenRule {
  if (watch.type === 'silence') return watch
  const { days, ...rest } = watch
  const { direction, ...other } = { direction: undefined, ...rest }
  return {
    ...other,
    ...(direction === undefined || direction === 'any' ? {} : { direction }),
    ...(days === usualDays ? {} : { days }),
  }
}

/** The text of the file with a rule in its place, behind the others where that is their number; null takes it away. */
export function withRule(text: string, list: RuleList, at: number, written: unknown): string {
  const file = readFile(text)
  if (file === null) return text
  const rest = file[list].toSpliced(at, 1, ...(written === null ? [] : [written]))
  const lists = ruleLists.map((name) => [name, name === list ? rest : file[name]] as const)
  const kept = Object.entries(file).filter(([name]) => name in file && !ruleLists.some((one) => one === name))
  return `${layOut(Object.fromEntries([...kept, ...lists.filter(([, rules]) => rules.length > 0)]))}\n`
}

/** The ids of all rules of a file. */
export const idsOf = (text: string): string[] => {
  const file = readFile(text)
  return ruleLists.flatMap((list) => (file?.[list] ?? []).flatMap((one) => (isWritten(one) ? [String(one.id)] : [])))
}

/** A rule that says nothing yet but what most do. */
export function newRule(list: RuleList, id: string, indicator: string | undefined): RuleForm {
  if (list === 'rules')
    return { list, rule: answerRule.parse({ ...least, id, alert: { title: '{place}: ' }, due: 18 }) }
  const watch = indicator === undefined ? silence : { type: 'limit', indicator, below: 0 }
  const title = indicator === undefined ? '{place}: {last}' : '{place}: {indicator} {figure}'
  return { list, rule: placeRule.parse({ ...least, id, watch, alert: { title }, due: 18 }) }
}

/** Another thing to watch, with what both say. */
export function watchAs(type: PlaceWatch['type'], before: PlaceWatch, indicator: string): PlaceWatch {
  const { days } = before
  if (type === 'silence') return { type, days }
  const named = 'indicator' in before ? before.indicator : indicator
  return type === 'limit'
    ? { type, indicator: named, days, below: 0 }
    : { type, indicator: named, days, direction: 'fall' }
}

/** Roles as they are written: one stands by itself. */
export const ownersAs = (roles: readonly string[]): AlertRule['owner'] =>
  roles.length === 0 ? undefined : roles.length === 1 ? roles[0] : [...roles]
