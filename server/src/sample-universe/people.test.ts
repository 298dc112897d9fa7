import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { makeSamplePeople, passwordOf, sampleSignIn } from './people.ts'

let test: TestStores
beforeAll(async () => {
  test = await openTestStores()
  await makeSamplePeople(test.stores, new Map([['sample', await test.universe('sample')]]))
})
afterAll(() => test?.close())

const password = /\b(?:\w{4}-){3}\w{4}\b/

describe('passwords of the sample', () => {
  it('never hold the name of whom they are for, which is refused', () => {
    const made = Array.from({ length: 20_000 }, (_, secret) => passwordOf(String(secret), 'kuu'))
    expect(made.filter((one) => one.includes('kuu'))).toEqual([])
    expect(made.every((one) => new RegExp(`^${password.source}$`).test(one))).toBe(true)
  })

  it('are told by the start that made them and by no later one, which says how to get in', async () => {
    const first = await sampleSignIn(test.stores, true)
    expect(first.match(/^ {2}\w+ +(?:\w{4}-){3}\w{4} /gm)).toHaveLength(8)
    const later = await sampleSignIn(test.stores, false)
    expect(later).not.toMatch(password)
    expect(later).toBe('To sign in to the sample, print a link that works once: npx kaiku user link root\n')
  })

  it('are not told of who has chosen another, nor of anybody where all have', async () => {
    const choose = (username: string) =>
      test.stores.service.query(`update person set password_at = now() + interval '1 hour' where username = $1`, [
        username,
      ])
    await choose('root')
    expect(await sampleSignIn(test.stores, true)).not.toContain('root')
    expect(await sampleSignIn(test.stores, false)).toContain('user link aino')
    for (const name of ['aino', 'clara', 'ritva', 'sven', 'mikko', 'dora', 'kuu']) await choose(name)
    expect(await sampleSignIn(test.stores, true)).toBe('')
  })
})
