import { expect, it } from 'vitest'
import { fairQueue } from './queue.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('serves universes in turn, so that a crowd of one does not hold up another', async () => {
  const queue = fairQueue({ running: 1, waiting: 10 })
  const order: string[] = []
  const ask = (universe: string, name: string) => queue.run(universe, async () => void order.push(name))
  await Promise.all([ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1')])
  expect(order.indexOf('b1')).toBeLessThan(order.indexOf('a3'))
})

it('refuses as busy what finds too many waiting, and only in that universe', async () => {
  const queue = fairQueue({ running: 1, waiting: 1 })
  let finish = () => {}
  const first = queue.run('a', () => new Promise<void>((resolve) => (finish = resolve)))
  await settled()
  const second = queue.run('a', async () => {})
  await expect(queue.run('a', async () => {})).rejects.toMatchObject({ code: 'busy' })
  const other = queue.run('b', async () => 'served')
  finish()
  await Promise.all([first, second])
  expect(await other).toBe('served')
})

it('goes on after work that failed', async () => {
  const queue = fairQueue({ running: 1, waiting: 5 })
  await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await queue.run('a', async () => 1)).toBe(1)
})
