import type pg from 'pg'

/** Texts in lower case, also as they stand in an address. */
export const asInAddresses = (texts: readonly string[]): string[] => [
  ...texts,
  ...texts.map((one) => encodeURIComponent(one).toLowerCase()),
]

/** In SQL: whether a text holds one of those of a parameter, which are in lower case. */
export const addressHolds = (text: string, parameter: string) =>
  `exists (select from unnest(${parameter}::text[]) as w where position(w in lower(${text})) > 0)`

/** Removes what is known of who followed an address that holds one of the texts, in lower case. */
export const forgetHits = (service: pg.Pool, texts: readonly string[]) =>
  service.query(`delete from analytics_event where ${addressHolds('path', '$1')}`, [asInAddresses(texts)])
