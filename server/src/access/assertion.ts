import type { Permission } from '@kaiku/core/access.ts'
import { Fault, type FaultDetail } from '@kaiku/core/fault.ts'
import type pg from 'pg'
import { grantsOf } from '../role/role.ts'
import type { Dictionary } from '../survey/dictionary.ts'
import { explain } from './explain.ts'

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

export async function listAssertions(client: pg.PoolClient, universe: string): Promise<readonly Assertion[]> {
  const { rows } = await client.query<Assertion>(
    `select id as "assertionId", person as "userId", survey, permission, path, may, note
      from access_assertion where universe = $1 order by id`,
    [universe],
  )
  return rows
}

/** Whether an assertion holds; null: its survey or place is gone, so nothing can be said. */
export async function holds(
  client: pg.PoolClient,
  universe: string,
  surveys: readonly Dictionary[],
  { userId, survey, permission, path, may }: Assertion,
): Promise<boolean | null> {
  const dictionary = surveys.find(({ extName }) => extName.toLowerCase() === survey.toLowerCase())
  if (!dictionary) return null
  try {
    const { answer } = explain(await grantsOf(client, universe, userId), dictionary, permission, path)
    return may === (answer !== 'none')
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return null
    throw error
  }
}

/**
 * Run inside the transaction that changed roles. Throws Fault `conflict`, which takes the change back, naming each
 * assertion that it would break.
 */
export async function checkAssertions(
  client: pg.PoolClient,
  universe: string,
  surveys: readonly Dictionary[],
): Promise<void> {
  const broken: FaultDetail[] = []
  for (const assertion of await listAssertions(client, universe))
    if ((await holds(client, universe, surveys, assertion)) === false)
      broken.push({
        place: `${assertion.survey} ${assertion.path}`,
        expected: assertion.note || `${assertion.may ? 'sees' : 'does not see'} this (${assertion.permission})`,
        found: assertion.userId,
      })
  if (broken.length > 0) throw new Fault('conflict', 'This would break what was asserted about access.', broken)
}
