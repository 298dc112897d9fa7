import { describe, expect, it } from 'vitest'
import { atMostTogether, batches, shared } from './together.ts'

/** Something that is done when it is told to. */
const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('what comes at the same time', () => {
  it('is written together while one batch is under way, as many as fit, each answered by its own', async () => {
    const [of, held] = [{}, gate()]
    const written: (readonly number[])[] = []
    const write = batches(async (_of: object, items: readonly number[]) => {
      written.push(items)
      if (written.length === 1) await held.opened
      return items.map((item) => item * 10)
    }, atMostTogether(3))
    const all = Promise.all([1, 2, 3, 4, 5].map((item) => write(of, item)))
    expect(written).toEqual([[1]])
    held.open()
    expect(await all).toEqual([10, 20, 30, 40, 50])
    expect(written).toEqual([[1], [2, 3, 4], [5]])
    expect(await write(of, 6)).toBe(60)
  })

  it('is tried one by one where it fails together: only whoever is at fault is told so', async () => {
    const of = {}
    const write = batches(async (_of: object, items: readonly number[]) => {
      await turn()
      if (items.includes(2)) throw new Error('two')
      return items
    }, atMostTogether(10))
    const ended = await Promise.allSettled([0, 1, 2, 3].map((item) => write(of, item)))
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  })
})

describe('a question that many ask', () => {
  it('is read once for all who ask while it is read, and none gets an answer older than the question', async () => {
    const of = {}
    let [value, reads] = [0, 0]
    const gates = [gate(), gate(), gate()]
    const read = shared(async (_of: object, key: string) => {
      const [now, held] = [value, gates[reads]]
      reads++
      await held?.opened
      return `${key} ${now}`
    })
    const first = read(of, 'a')
    value = 1
    const later = [read(of, 'a'), read(of, 'a')]
    const other = read(of, 'b')
    gates[1]?.open()
    expect([await other, reads]).toEqual(['b 1', 2])
    gates[0]?.open()
    expect(await first).toBe('a 0')
    await turn()
    value = 2
    const latest = read(of, 'a')
    gates[2]?.open()
    expect(await Promise.all(later)).toEqual(['a 1', 'a 1'])
    expect(await latest).toBe('a 2')
    expect(reads).toBe(4)
  })

  it('is asked anew after it failed', async () => {
    const of = {}
    let fails = true
    const read = shared(async (_of: object, key: string) => {
      await turn()
      if (fails) throw new Error('away')
      return key
    })
    const ended = await Promise.allSettled([read(of, 'a'), read(of, 'a')])
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    fails = false
    expect(await read(of, 'a')).toBe('a')
  })
})
