import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { suspendUniverse } from '../universe/suspension.ts'
import { deleteUniverses } from '../universe-deletion/delete-universe.ts'
import { askDeletion, findDeletion } from '../universe-deletion/deletion.ts'
import { maintain } from './maintain.ts'

let test: TestStores
beforeAll(async () => {
  test = await openTestStores({ own: true })
})
afterAll(() => test?.close())

/** Thirty letters that no compression shortens, and that stand nowhere else. */
const canary = () => `zq${randomBytes(14).toString('hex')}`
const canaries = { comment: canary(), definition: canary(), texts: canary() }

function inFiles(): readonly string[] {
  const found = new Set<string>()
  const walk = (directory: string) => {
    for (const entry of readdirSync(directory)) {
      const file = join(directory, entry)
      try {
        const stat = statSync(file)
        if (stat.isDirectory()) walk(file)
        else if (stat.isFile()) {
          const bytes = readFileSync(file)
          for (const [name, text] of Object.entries(canaries)) if (bytes.includes(text)) found.add(name)
        }
      } catch {
        // It is gone meanwhile.
      }
    }
  }
  walk(test.data)
  return [...found].sort()
}

it('takes a deleted universe from every file of the data directory, and says when', async () => {
  const { stores } = test
  const acme = await test.universe('acme')
  const other = await test.universe('globex')
  const settings = { ...JSON.parse(small.get('settings.json') ?? ''), title: canaries.definition }
  const files = new Map([...small, ['settings.json', json(settings)]])
  await test.survey(acme, files, [{ nps: 9, comment: canaries.comment }])
  await test.survey(other, small, [{ nps: 3 }])
  await stores.service.query(`update universe set settings = jsonb_build_object('texts', $2::text) where id = $1`, [
    acme,
    canaries.texts,
  ])
  await stores.owner.query('checkpoint')
  expect(inFiles()).toEqual(['comment', 'definition', 'texts'])

  await suspendUniverse(stores, 'acme', 'root')
  const { id } = await askDeletion(stores, 'acme', 'acme', 'root')
  expect(await deleteUniverses(stores)).toBe(1)
  expect((await findDeletion(stores, id)).purgedAt).toBe(null)
  await maintain(stores, () => {})
  expect(inFiles()).toEqual([])
  expect((await findDeletion(stores, id)).purgedAt).toEqual(expect.any(Date))
  const { rows } = await stores.service.query('select count(*)::int as n from interview where universe = $1', [other])
  expect(rows).toEqual([{ n: 1 }])
}, 300_000)
