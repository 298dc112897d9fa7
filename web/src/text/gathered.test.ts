import { expect, it } from 'vitest'
import { gathered } from './gathered.ts'

it('texts of two screens come at the same time in either order, and none takes the other’s away', async () => {
  for (const last of ['alert', 'people']) {
    let come: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      come = resolve
    })
    const texts = gathered(async (_: 'en', part: 'alert' | 'people'): Promise<Record<string, string>> => {
      if (part === last) await held
      return { [part]: part }
    })
    const both = Promise.all([texts.bring('en', 'alert'), texts.bring('en', 'people')])
    const again = texts.bring('en', 'alert')
    come()
    await again
    expect(texts.of('en')).toHaveProperty('alert')
    await both
    expect(texts.of('en')).toEqual({ alert: 'alert', people: 'people' })
  }
})

it('texts that could not be fetched are fetched again', async () => {
  let tries = 0
  const texts = gathered(async (_: 'en', part: 'alert') => {
    tries += 1
    if (tries === 1) throw new Error('no connection')
    return { [part]: part }
  })
  await expect(texts.bring('en', 'alert')).rejects.toThrow('no connection')
  expect([texts.has('en', 'alert'), texts.of('en')]).toEqual([false, {}])
  await texts.bring('en', 'alert')
  expect(texts.of('en')).toEqual({ alert: 'alert' })
})
