import type { KeyDrivers } from './key-driver.ts'

type Driver = KeyDrivers['drivers'][number]

/** `first`: matters much and does badly; `keep`: matters much and does well; the rest matters less. */
export const driverStandings = ['first', 'keep', 'watch', 'fine', 'weak', 'few', 'equal', 'hidden'] as const
export type DriverStanding = (typeof driverStandings)[number]

/** Where drivers stand to each other, around the means of those that are no guess. */
export function standingsOf({ drivers, state }: Pick<KeyDrivers, 'drivers' | 'state'>) {
  const placed = drivers.flatMap(({ importance, performance }) =>
    importance && performance.value !== null ? [{ importance, performance, value: performance.value }] : [],
  )
  const important = mean(placed.map(({ importance }) => importance.value))
  const performing = mean(placed.map(({ value }) => value))
  const of = ({ importance, performance, isWeak, leftOut }: Driver): DriverStanding => {
    if (leftOut) return leftOut
    if (importance === null || performance.value === null) return 'hidden'
    if (isWeak || state === 'few') return 'weak'
    const matters = importance.value >= important
    if (performance.value < performing) return matters ? 'first' : 'watch'
    return matters ? 'keep' : 'fine'
  }
  return { placed, important, performing, of }
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)
