import { type DriverStanding, standingsOf } from '@kaiku/contract/driver-standing.ts'
import type { KeyDrivers } from '@kaiku/contract/key-driver.ts'
import { formatValue } from '@kaiku/core/format.ts'
import { domainOf } from '@kaiku/core/scale.ts'

export type Driver = KeyDrivers['drivers'][number]

/** Where drivers stand to each other: the map's middle lines are the means of those that are no guess. */
export type Standings = {
  readonly of: (driver: Driver) => DriverStanding
  readonly importance: { readonly middle: number; readonly domain: readonly [number, number] }
  readonly performance: { readonly middle: number; readonly domain: readonly [number, number] }
}

export function standingOf(answer: KeyDrivers): Standings {
  const { placed, important, performing, of } = standingsOf(answer)
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
    of,
  }
}

export const explainedText = (of: number, locale: string): string => formatValue('share', of, 1, locale)
export const roundText = (of: number, locale: string): string => formatValue('share', of, 0, locale)
export const indexText = (of: number, locale: string, decimals = 1): string =>
  formatValue('index', of, decimals, locale)
