import { endOf } from '@kaiku/core/day.ts'
import type { Stores } from '../db/stores.ts'
import { type Dictionary, noNumber, tableOf } from '../dictionary/dictionary.ts'

/** An interview as the figures are made of it, for who knows everything but what was answered. */
export type SearchedRow = {
  readonly number: number
  readonly key: string
  /** Several interviews of one person bear one name. */
  readonly person: string
  readonly day: string
  /** The last day of the release period that begins on `day`, else the same day. */
  readonly until: string
  /** Ids from below the root, by view. */
  readonly places: Readonly<Record<string, readonly string[]>>
  readonly group: string
  readonly background: Readonly<Record<string, string>>
  /** Null: it is not told. */
  readonly ill: string | null
  readonly rating: number | null
}

const background = ['gender', 'grade', 'tenure'] as const

/** What the figures are made of, whatever it should be. */
export async function readRows(
  stores: Stores,
  dictionary: Dictionary,
  isProtected: boolean,
): Promise<readonly SearchedRow[]> {
  const { questions, views, survey } = dictionary
  const column = (id: string) => questions.get(id)?.column ?? ''
  const own = [...views].map(([name, view]) => ({ name, ...view }))
  const ids = [...background, 'ill', 'rating']
  const found = await stores.clickhouse.read(
    `select id, toString(day), ${[...own.map((view) => view.column), ...ids.map((id) => (id === 'rating' ? `nullIf(${column(id)}, ${noNumber.scale})` : column(id)))].join(', ')},
       ${isProtected ? 'of_group' : 'id'}, contact from ${tableOf(survey)} final order by id`,
  )
  const { rows: people } = await stores.service.query<{ number: number; key: string; person: string }>(
    `select number::int, row_key as key, coalesce(nullif(contact, ''), '#' || number) as person from interview where survey = $1`,
    [survey],
  )
  const known = new Map(people.map((one) => [one.number, one]))
  return found.map((values) => {
    const [number, day, ...rest] = values
    const places = own.map(({ name, tree }, at) => [name, tree.line(Number(rest[at])).map(({ id }) => id)] as const)
    const answers = rest.slice(own.length)
    const said = (at: number) => {
      const answer = answers[at]
      return (typeof answer === 'string' && answer !== '') || typeof answer === 'number' ? String(answer) : null
    }
    return {
      until: isProtected ? endOf('quarter', String(day)) : String(day),
      ...{ number: Number(number), day: String(day), places: Object.fromEntries(places) },
      ...{ key: known.get(Number(number))?.key ?? '', person: known.get(Number(number))?.person ?? '' },
      background: Object.fromEntries(background.map((id, at) => [id, said(at) ?? ''])),
      ...{ ill: said(3), rating: said(4) === null ? null : Number(said(4)) },
      group: String(answers[ids.length]),
    }
  })
}
