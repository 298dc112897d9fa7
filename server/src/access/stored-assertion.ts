import { type Permission, permissions } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type pg from 'pg'
import { bool, oneOf, query, type Shape, text } from '../db/rows.ts'

const assertionColumns = {
  assertionId: text,
  userId: text,
  survey: text,
  permission: oneOf(...permissions),
  path: text,
  may: bool,
  note: text,
} satisfies Shape

/** What must stay true whatever happens to roles: “Anna must not see Sweden”. */
export type Assertion = {
  readonly assertionId: string
  readonly userId: string
  readonly survey: string
  readonly permission: Permission
  readonly path: string
  /** True: must be able to see something there; false: must see nothing of it. */
  readonly may: boolean
  readonly note: string
}
export type AssertionFields = Omit<Assertion, 'assertionId'>

const columns = 'id as "assertionId", person as "userId", survey, permission, path, may, note'

export async function listAssertions(client: pg.PoolClient, universe: string): Promise<readonly Assertion[]> {
  const { rows } = await query(
    client,
    assertionColumns,
    `select ${columns} from access_assertion where universe = $1 order by id`,
    [universe],
  )
  return rows
}

const missing = () => new Fault('not_found', 'There is no such assertion.')

/** Throws Fault `not_found`, the same for another universe's. */
export async function readAssertion(client: pg.PoolClient, universe: string, id: string): Promise<Assertion> {
  const { rows } = await query(
    client,
    assertionColumns,
    `select ${columns} from access_assertion where universe = $1 and id = $2`,
    [universe, id],
  )
  if (!rows[0]) throw missing()
  return rows[0]
}

const values = ({ userId, survey, permission, path, may, note }: AssertionFields) => [
  userId,
  survey,
  permission,
  path,
  may,
  note,
]

export async function insertAssertion(
  client: pg.PoolClient,
  universe: string,
  fields: AssertionFields,
): Promise<Assertion> {
  const { rows } = await query(
    client,
    assertionColumns,
    `insert into access_assertion (universe, person, survey, permission, path, may, note)
      values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
    [universe, ...values(fields)],
  )
  if (!rows[0]) throw new Error('an assertion was not made')
  return rows[0]
}

export async function updateAssertion(
  client: pg.PoolClient,
  universe: string,
  id: string,
  fields: AssertionFields,
): Promise<Assertion> {
  const { rows } = await query(
    client,
    assertionColumns,
    `update access_assertion set person = $3, survey = $4, permission = $5, path = $6, may = $7, note = $8
      where universe = $1 and id = $2 returning ${columns}`,
    [universe, id, ...values(fields)],
  )
  if (!rows[0]) throw missing()
  return rows[0]
}

export async function deleteAssertion(client: pg.PoolClient, universe: string, id: string): Promise<void> {
  const { rowCount } = await client.query('delete from access_assertion where universe = $1 and id = $2', [
    universe,
    id,
  ])
  if (!rowCount) throw missing()
}
