import { createHash } from 'node:crypto'
import type { Question } from '@kaiku/contract/question.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type pg from 'pg'
import { bool, query, type RowOf, type Shape, text } from '../db/rows.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { checkAnswers } from '../interview/answer-check.ts'
import { newCode } from '../recipient/recipient.ts'
import type { Row } from './archive.ts'
import type { CopiedTable } from './copied-table.ts'
import { damaged, rowsName } from './manifest.ts'

const columnShape = { name: text, type: text, isPerson: bool, isRequired: bool, isGenerated: bool } satisfies Shape
type Column = RowOf<typeof columnShape>

/** The columns of a table, in its order. */
export async function columnsOf(client: pg.Pool | pg.PoolClient, table: string): Promise<ReadonlyMap<string, Column>> {
  const { rows } = await query(
    client,
    columnShape,
    `select a.attname::text as name, format_type(a.atttypid, null) as type, a.attnotnull as "isRequired",
       a.attgenerated <> '' as "isGenerated",
       exists (select from pg_constraint c where c.contype = 'f' and c.conrelid = a.attrelid and c.conkey = array[a.attnum]
         and c.confrelid = 'person'::regclass) or (c.relname in ('membership', 'role_member') and a.attname = 'person')
       as "isPerson"
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [table],
  )
  return new Map(rows.map((column) => [column.name, column]))
}

/** What rows are called in the new universe. */
export type NewNames = {
  readonly universe: string
  /** What new ids are made of, beside those that there were: copies that lie beside each other need another one each. */
  readonly seed: string
  /** By the numbers that they had. */
  readonly surveys: ReadonlyMap<number, number>
  /** Accounts here, by the ids of those that they were. */
  readonly people: ReadonlyMap<string, string>
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const everyId = /\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g

/**
 * An id in the new universe: the same wherever it stands, another in each universe. When it was made stays in front, so
 * that what is listed by ids keeps its order.
 */
export function newId(seed: string, id: string): string {
  const sum = createHash('sha256').update(`${seed} ${id}`).digest('hex')
  const variant = '89ab'.charAt(Number.parseInt(sum.charAt(0), 16) % 4)
  return `${id.slice(0, 18)}-${variant}${sum.slice(1, 4)}-${sum.slice(4, 16)}`
}

/**
 * A row as it is in the new universe; null: it is of somebody who has no account here. Throws Fault `invalid` for one that
 * the table could not have.
 */
export function newRow(
  { name: table, naming = [] }: CopiedTable,
  columns: ReadonlyMap<string, Column>,
  names: NewNames,
  row: Row,
): Row | null {
  const place = rowsName(table)
  const changed: Row = { universe: names.universe }
  const idOf = (id: string) => names.people.get(id) ?? newId(names.seed, id)
  for (const [name, value] of Object.entries(row)) {
    const column = columns.get(name)
    if (!column || name === 'universe') throw damaged(`${place}: ${name}`)
    if (column.isGenerated) continue
    if (value === null) changed[name] = null
    else if (name === 'survey' && column.type === 'integer') {
      const survey = names.surveys.get(Number(value))
      if (survey === undefined) throw damaged(`${place}: ${name}`)
      changed[name] = survey
    } else if (column.isPerson) {
      const person = names.people.get(checkedId(value, place)) ?? null
      if (person === null && column.isRequired) return null
      changed[name] = person
    } else if (column.type === 'uuid') changed[name] = idOf(checkedId(value, place))
    else if (column.type === 'uuid[]') changed[name] = listOf(value, place).map((id) => idOf(checkedId(id, place)))
    else changed[name] = naming.includes(name) ? renamed(value, idOf) : value
  }
  checkNumber(table, row, place)
  if (table === 'campaign_recipient') changed.code = newCode()
  return changed
}

/** Ids of Kaiku wherever they stand in it. */
const renamed = (value: unknown, idOf: (id: string) => string): unknown =>
  JSON.parse(JSON.stringify(value).replace(everyId, idOf))

function checkedId(value: unknown, place: string): string {
  if (typeof value === 'string' && idPattern.test(value)) return value
  throw damaged(place)
}

function listOf(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw damaged(place)
}

/** Numbers that rows keep: new ones begin behind them, so nobody may use them up. */
const largest: Readonly<Record<string, number>> = { interview: 2 ** 48, node: 2 ** 30 }

function checkNumber(table: string, { number }: Row, place: string): void {
  const most = largest[table]
  if (most === undefined) return
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1 || number > most) throw damaged(place)
}

/** Throws Fault `invalid` for an interview with an answer that figures could not be made of. */
export function checkInterview(dictionary: Dictionary, { answers }: Row): void {
  const place = rowsName('interview')
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) throw damaged(place)
  const own = Object.entries(answers).filter(([id, answer]) => {
    const question = dictionary.questions.get(id)?.question
    // What was answered before its question became another counts nowhere.
    return question !== undefined && isOfKind(question, answer)
  })
  try {
    checkAnswers(dictionary, Object.fromEntries(own) as Answers)
  } catch (error) {
    if (error instanceof Fault) throw damaged(`${place}: ${error.details?.map((detail) => detail.place).join(', ')}`)
    throw error
  }
}

function isOfKind({ type }: Question, answer: unknown): boolean {
  if (type === 'multiple') return Array.isArray(answer)
  return typeof answer === (type === 'scale' || type === 'number' ? 'number' : 'string')
}
