/** A seeded source of chance (mulberry32), with the distributions that made-up surveys need. */
export function chanceOf(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (below: number) => Math.floor(next() * below)
  /** Poisson, by products of uniform numbers. */
  const count = (mean: number) => {
    const limit = Math.exp(-mean)
    let found = 0
    for (let product = next(); product > limit; product *= next()) found += 1
    return found
  }
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  /** A recommendation from 0 to 10 of the usual shape: many high ones, few low; `better` moves it. */
  const score = (better = 0) => {
    const of = next()
    const raised = of + better
    return raised < 0.08 ? whole(5) : raised < 0.2 ? 5 + whole(2) : raised < 0.5 ? 7 + whole(2) : 9 + whole(2)
  }
  return { next, whole, count, normal, score }
}
