import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { addMember, createPerson } from '../person/person.ts'
import { createUniverse } from '../universe/universe.ts'
import { rememberedFor, viewerOf } from './who.ts'

let test: TestStores
beforeAll(async () => {
  test = await openTestStores()
})
afterAll(() => test?.close())

it('rights that were read before they were taken away are not known for longer because the reading took long', async () => {
  const { stores } = test
  const acme = await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })
  await createUniverse(stores, { name: 'globex', title: 'Globex', timeZone: 'UTC' })
  const anna = await createPerson(stores, { username: 'anna', password: 'correct horse battery' })
  await addMember(stores.service, acme.id, anna.id)
  // The second thing that is read waits, as where a process is stopped between the two.
  const holding = await stores.owner.connect()
  try {
    await holding.query('begin')
    await holding.query('lock table role in access exclusive mode')
    const slow = viewerOf(stores, anna, 'acme')
    await pause(rememberedFor + 100)
    await stores.service.query('delete from membership where person = $1', [anna.id])
    await holding.query('commit')
    expect((await slow).universe.name).toBe('acme')
    await expect(viewerOf(stores, anna, 'acme')).rejects.toThrow()
  } finally {
    holding.release()
  }
})
