import { readDay } from '@kaiku/core/day.ts'
import { z } from 'zod'

/** A text for people: one text for all, or one per locale (`{ "en": "Store", "fi": "Myymälä" }`). */
export const localised = z
  .union([z.string().max(4000), z.record(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/), z.string().max(4000))])
  .meta({ id: 'Localised' })

/** A text for people as it is stored: older ones may be longer than new ones may be. */
export const storedLocalised = z.union([z.string(), z.record(z.string(), z.string())])

/** The name of a thing in configuration: it stands in addresses and files, so it holds no reserved character. */
export const name = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/,
    'a letter or digit, then letters, digits, dot, dash or underscore (80 at most)',
  )

/** A calendar day, `2026-11-21`, of the years 1 to 9999. */
export const day = z.iso.date().refine((text) => readDay(text) !== null, 'a day of the calendar')

const inCenturies = 'a year from 1900 to 2299'
const isKeepable = (text: string) => /^(?:19|2[012])/.test(text)

/** A day that a caller names: in the centuries that every store holds. */
export const askedDay = day.refine(isKeepable, { error: inCenturies })

/** An instant that a caller names, `2026-11-21T12:00:00Z`, in the same. */
export const askedMoment = z.iso.datetime().refine(isKeepable, { error: inCenturies })
