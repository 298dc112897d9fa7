import type { KeyDrivers } from '@kaiku/contract/key-driver.ts'
import { formatValue } from '@kaiku/core/format.ts'
import { domainOf } from '../ui/scale.ts'

export type Driver = KeyDrivers['drivers'][number]

/** `first`: matters much and does badly; `keep`: matters much and does well; the rest matters less. */
type Standing = 'first' | 'keep' | 'watch' | 'fine' | 'weak' | 'few' | 'equal' | 'hidden'

/** Where drivers stand to each other: the map's middle lines are the means of those that are no guess. */
export type Standings = {
  readonly of: (driver: Driver) => Standing
  readonly importance: { readonly middle: number; readonly domain: readonly [number, number] }
  readonly performance: { readonly middle: number; readonly domain: readonly [number, number] }
}

export function standingOf({ drivers, state }: KeyDrivers): Standings {
  const placed = drivers.flatMap(({ importance, performance }) =>
    importance && performance.value !== null ? [{ importance, performance, value: performance.value }] : [],
  )
  const weights = placed.map(({ importance }) => importance.value)
  const values = placed.map(({ value }) => value)
  const [important, performing] = [mean(weights), mean(values)]
  return {
    importance: {
      middle: important,
      domain: [0, Math.max(...placed.map(({ importance }) => importance.high ?? importance.value), 1) * 1.06],
    },
    performance: {
      middle: performing,
      domain: domainOf(
        placed.flatMap(({ value, performance: { low, high } }) => [value, low ?? value, high ?? value]),
        { low: 0, high: 100 },
        0.14,
      ),
    },
    of: ({ importance, performance, isWeak, leftOut }) => {
      if (leftOut) return leftOut
      if (importance === null || performance.value === null) return 'hidden'
      if (isWeak || state === 'few') return 'weak'
      const matters = importance.value >= important
      if (performance.value < performing) return matters ? 'first' : 'watch'
      return matters ? 'keep' : 'fine'
    },
  }
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)

export const explainedText = (of: number, locale: string): string => formatValue('share', of, 1, locale)
export const roundText = (of: number, locale: string): string => formatValue('share', of, 0, locale)
export const indexText = (of: number, locale: string, decimals = 1): string =>
  formatValue('index', of, decimals, locale)
