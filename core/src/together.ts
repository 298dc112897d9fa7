type Waiting<Item, Done> = {
  readonly item: Item
  readonly done: (done: Done) => void
  readonly failed: (error: unknown) => void
}

/** Whether one more may go with those it was asked of before. */
type Fits<Item> = (item: Item) => boolean

/**
 * Writes together what comes at the same time, since a transaction costs about the same for one as for many: what comes
 * while a batch is being written goes into the next, the first first. `write` answers in the order of its items; where it
 * fails, each is tried alone, and its caller told. `fitting`: which may go together, asked anew for each batch.
 */
export function batches<Of extends WeakKey, Item, Done>(
  write: (of: Of, items: readonly Item[]) => Promise<readonly Done[]>,
  fitting: () => Fits<Item>,
): (of: Of, item: Item) => Promise<Done> {
  const queues = new WeakMap<Of, Waiting<Item, Done>[]>()

  async function writeAll(of: Of) {
    for (let queue = queues.get(of) ?? []; queue.length > 0; queue = queues.get(of) ?? []) {
      const fits = fitting()
      const taken = queue.filter(({ item }) => fits(item))
      queues.set(
        of,
        queue.filter((one) => !taken.includes(one)),
      )
      await writeSome(of, taken).catch(async () => {
        for (const one of taken) await writeSome(of, [one]).catch(one.failed)
      })
    }
    queues.delete(of)
  }

  async function writeSome(of: Of, taken: readonly Waiting<Item, Done>[]) {
    const all = await write(
      of,
      taken.map(({ item }) => item),
    )
    if (all.length !== taken.length) throw new Error(`${taken.length} were to be written, ${all.length} were`)
    for (const [at, one] of all.entries()) taken[at]?.done(one)
  }

  return (of, item) =>
    new Promise((done, failed) => {
      const queue = queues.get(of)
      if (queue) return void queue.push({ item, done, failed })
      queues.set(of, [{ item, done, failed }])
      void writeAll(of)
    })
}

/** At most so many together. */
export const atMostTogether = (most: number) => () => {
  let count = 0
  return () => ++count <= most
}

type Reading<Value> = { readonly now: Promise<unknown>; next: Promise<Value> | null }

/**
 * Whoever asks for the same at the same time shares one answer. None is older than its question: who comes while it is
 * being read waits for the next.
 */
export function shared<Of extends WeakKey, Keys extends readonly string[], Value>(
  read: (of: Of, ...keys: Keys) => Promise<Value>,
): (of: Of, ...keys: Keys) => Promise<Value> {
  const readings = new WeakMap<Of, Map<string, Reading<Value>>>()

  return (of, ...keys) => {
    const all = readings.get(of) ?? new Map<string, Reading<Value>>()
    readings.set(of, all)
    const name = JSON.stringify(keys)
    const begin = (): Promise<Value> => {
      const value = read(of, ...keys)
      const reading: Reading<Value> = { now: value.catch(() => {}), next: null }
      all.set(name, reading)
      void reading.now.then(() => reading.next === null && all.delete(name))
      return value
    }
    const reading = all.get(name)
    if (!reading) return begin()
    reading.next ??= reading.now.then(begin)
    return reading.next
  }
}
