/**
 * What `load` makes of each item, in their order, while at most `most` of them are under way: what is far away is waited
 * for together. Ends only when nothing is under way any more, also where one has failed.
 */
export async function* ahead<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  most: number,
  load: (item: T) => Promise<R>,
): AsyncGenerator<readonly [T, R]> {
  const running: Promise<readonly [T, R]>[] = []
  const next = async () => {
    const done = await running[0]
    void running.shift()
    return done
  }
  try {
    for await (const item of items) {
      const loading = load(item).then((loaded): readonly [T, R] => [item, loaded])
      // A failure is told when its turn comes.
      loading.catch(() => {})
      running.push(loading)
      if (running.length < most) continue
      const done = await next()
      if (done) yield done
    }
    for (let done = await next(); done; done = await next()) yield done
  } finally {
    await Promise.allSettled(running)
  }
}
