import type { Viewer } from '@kaiku/core/access.ts'
import { type AskedCount, joinFew } from '@kaiku/core/response-gap.ts'
import type pg from 'pg'
import { translatorOf } from '../alert-words/alert-words.ts'
import { answeredSql, recipientsSeen } from '../campaign/campaign-count.ts'
import { nullable, number, query, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import {
  fieldQuestions,
  type GroupName,
  localeField,
  placeField,
  questionField,
  type RawCount,
  type SampleField,
} from './sample-field.ts'

/** A group of those asked. `raws`: the stored values that are in it; null among them: not known. */
export type ToldGroup = AskedCount & { readonly name: GroupName; readonly raws: ReadonlySet<string | null> }
/** A field with the groups that are told of, everybody asked in one of them. */
export type ToldField = { readonly id: string; readonly title: string; readonly groups: readonly ToldGroup[] }

/** Fields of a campaign, and values of a field, that are told. */
const [mostFields, mostValues] = [12, 12]
/** Different values of a question that are read. */
const mostRead = 2000

/** People that a group has at least: what the survey asks for, and never so few that one of them could be made out. */
export const floorOf = ({ definition }: Dictionary): number => Math.max(5, definition.settings.minimumN)

type Of = {
  readonly client: pg.PoolClient
  readonly who: Viewer
  readonly dictionary: Dictionary
  readonly campaign: string
}

/** Whom a campaign’s message reached, as far as the viewer may write to them, as `r` and `s`. */
export function askedPeople({ who, dictionary, campaign }: Of) {
  const { values, bind, from } = recipientsSeen(who, dictionary)
  return { values, bind, from: `${from} and r.state = 'delivered' and r.campaign = ${bind(campaign)}` }
}

const counts = `count(*)::int as asked, count(*) filter (where ${answeredSql})::int as answered`

export async function askedInAll(of: Of): Promise<AskedCount> {
  const { values, from } = askedPeople(of)
  const { rows } = await query(of.client, { asked: number, answered: number }, `select ${counts} from ${from}`, values)
  return rows[0] ?? { asked: 0, answered: 0 }
}

/** The fields by which those asked can be told apart, most known first. `year`: which it is now. */
export async function toldFields(of: Of, locale: string, year: number): Promise<readonly ToldField[]> {
  const { who, dictionary } = of
  const translate = translatorOf(dictionary, locale)
  const places = await byColumn(of, placeSql(dictionary))
  const locales = await byColumn(of, 's.locale')
  const questions = fieldQuestions(who, dictionary)
  const known = await byQuestion(
    of,
    questions.map(({ id }) => id),
  )
  const all = await askedInAll(of)
  const found = questions.flatMap((question): [SampleField, readonly RawCount[]][] => {
    const values = known.get(question.id)
    const field = values && questionField(dictionary, question, values, translate, year)
    return field ? [[field, withUnknown(values, all)]] : []
  })
  const knownOf = ([field, values]: [SampleField, readonly RawCount[]]) =>
    values.reduce((sum, { raw, asked }) => (field.groupOf(raw) === null ? sum : sum + asked), 0)
  const place = placeField(dictionary, places, translate)
  return [
    ...(place ? [groupedField(place, places, dictionary)] : []),
    groupedField(localeField, locales, dictionary),
    ...found.sort((a, b) => knownOf(b) - knownOf(a)).map(([field, values]) => groupedField(field, values, dictionary)),
  ]
    .filter((field) => field !== null)
    .slice(0, mostFields)
}

const placeSql = ({ views }: Dictionary) => {
  const [view] = views.values()
  return view ? `s.leaves[${view.number}]::text` : 'null::text'
}

const rawColumns = { raw: nullable(text), asked: number, answered: number }

async function byColumn(of: Of, column: string): Promise<readonly RawCount[]> {
  const { values, from } = askedPeople(of)
  const { rows } = await query(
    of.client,
    rawColumns,
    `select ${column} as raw, ${counts} from ${from} group by 1`,
    values,
  )
  return rows
}

/** What is known of people, by question; one that says too many different things is absent. */
async function byQuestion(of: Of, ids: readonly string[]): Promise<ReadonlyMap<string, readonly RawCount[]>> {
  const { values, bind, from } = askedPeople(of)
  const { rows } = await query(
    of.client,
    { question: text, raw: nullable(text), asked: number, answered: number },
    `select question, raw, asked, answered from (
       select known.key as question, known.value #>> '{}' as raw, count(*)::int as asked,
         count(*) filter (where is_answered)::int as answered, count(*) over (partition by known.key) as n
       from (select s.background, ${answeredSql} as is_answered from ${from}) people
         cross join lateral jsonb_each(people.background) known
       where known.key = any(${bind(ids)}) group by 1, 2) counted
     where n <= ${mostRead} order by question, asked desc, raw`,
    values,
  )
  const found = new Map<string, RawCount[]>()
  for (const { question, raw, asked, answered } of rows)
    found.set(question, [...(found.get(question) ?? []), { raw, asked, answered }])
  return found
}

/** Beside those of whom a question is known all others. */
function withUnknown(known: readonly RawCount[], all: AskedCount): readonly RawCount[] {
  const sum = (key: 'asked' | 'answered') => known.reduce((total, one) => total + one[key], 0)
  const rest = { raw: null, asked: all.asked - sum('asked'), answered: all.answered - sum('answered') }
  return rest.asked > 0 ? [...known, rest] : known
}

/** Null where it does not tell people apart. */
function groupedField(
  { id, title, groupOf, nameOf, order }: SampleField,
  counted: readonly RawCount[],
  dictionary: Dictionary,
): ToldField | null {
  const groups = new Map<
    string | null,
    { key: string | null; asked: number; answered: number; raws: (string | null)[] }
  >()
  for (const { raw, asked, answered } of counted) {
    const key = groupOf(raw)
    const group = groups.get(key) ?? { key, asked: 0, answered: 0, raws: [] }
    groups.set(key, {
      key,
      asked: group.asked + asked,
      answered: group.answered + answered,
      raws: [...group.raws, raw],
    })
  }
  const placeOf = ({ key }: { key: string | null }) => {
    if (key === null) return Number.POSITIVE_INFINITY
    const at = order.indexOf(key)
    return at < 0 ? order.length : at
  }
  const sorted = [...groups.values()].sort((a, b) => placeOf(a) - placeOf(b) || b.asked - a.asked)
  const joined = joinFew(sorted, floorOf(dictionary), mostValues)
  if (!joined) return null
  const told = joined.told.map(
    ({ key, asked, answered, raws }): ToldGroup => ({
      asked,
      answered,
      raws: new Set(raws),
      name: key === null ? nameless('unknown') : nameOf(key),
    }),
  )
  if (joined.other) {
    const { keys, asked, answered } = joined.other
    const raws = new Set(keys.flatMap((key) => groups.get(key)?.raws ?? []))
    told.push({ asked, answered, raws, name: nameless('other') })
  }
  return told.length < 2 ? null : { id, title, groups: told }
}

const nameless = (kind: GroupName['kind']): GroupName => ({ kind, title: '', from: null, to: null, isAge: false })
