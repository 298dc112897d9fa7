import pg from 'pg'
import { type ColumnKind, int8, nullable, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type Dictionary, tableOf } from '../dictionary/dictionary.ts'
import { commentTopicColumnsOf, projectedColumns, rightedTruth } from '../projection/column.ts'
import { truthOf } from '../projection/truth-rows.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { topicsIn } from '../topic/comment-topic-line.ts'
import { taxonomyOf } from '../topic/taxonomy.ts'

/** How a projection differs from the truth; nothing does when all three are 0. */
export type Difference = {
  /** Interviews in the truth. */
  readonly interviews: number
  /** In the truth only. */
  readonly missing: number
  /** In the projection only. */
  readonly extra: number
  readonly different: number
  /** The first few, each with the interview's number. */
  readonly examples: readonly string[]
}

export const isEqual = ({ missing, extra, different }: Difference) => missing + extra + different === 0

const atOnce = 100_000
const shownExamples = 5

/** Compares every value of every interview of a survey. What is still on its way counts as a difference. */
export async function compareWithTruth(
  stores: Stores,
  survey: number,
  onProgress: (done: number) => void = () => {},
): Promise<Difference> {
  const dictionary = await surveyByNumber(stores, survey)
  const columns = comparedColumns(dictionary)
  const found = { interviews: 0, missing: 0, extra: 0, different: 0 }
  const examples: string[] = []
  const note = (kind: 'missing' | 'extra' | 'different', text: string) => {
    found[kind]++
    if (examples.length < shownExamples) examples.push(`${kind}: ${text}`)
  }
  for await (const [truth, projected, twice] of ranges(stores, dictionary, columns)) {
    found.interviews += truth.size
    for (const id of twice) note('extra', `${id} stands there twice`)
    for (const [id, values] of truth) {
      const other = projected.get(id)
      if (other === undefined) note('missing', id)
      else if (other !== values) note('different', `${id} ${firstDifference(columns, values, other)}`)
    }
    for (const id of projected.keys()) if (!truth.has(id)) note('extra', id)
    onProgress(found.interviews)
  }
  return { ...found, examples }
}

type Compared = {
  readonly name: string
  readonly truth: string
  readonly projected: string
  /** What the truth's value becomes on its way. */
  readonly through?: (value: Cell) => Cell
}

function comparedColumns(dictionary: Dictionary): readonly Compared[] {
  const comments = new Map(
    [...dictionary.questions.values()].map(({ question, number }) => [`t${number}`, question.id]),
  )
  const heard = commentTopicColumnsOf(dictionary).map((column): Compared => {
    const { findTopics } = taxonomyOf(dictionary.definition)
    const id = comments.get(column.in) ?? ''
    return {
      name: column.name,
      truth: `json_build_array(coalesce(i.matched ->> ${pg.escapeLiteral(id)}, ''), coalesce((${rightedTruth(id)})::text, ''))::text`,
      projected: `toString(${column.name})`,
      through: (cell) => {
        const [text = '', righted = ''] = JSON.parse(String(cell)) as string[]
        return column.write(topicsIn(text, findTopics, righted))
      },
    }
  })
  const told = projectedColumns(dictionary).flatMap(({ name, truth, isCommentTopic: isHeard, codes }) => {
    if (isHeard) return []
    if (truth !== null) return /^[mx]\d+$/.test(name) ? [] : [{ name, truth: `(${truth})::text`, projected: name }]
    return [{ name, truth: `array_to_json(${codes})::text`, projected: `toJSONString(${name})` }]
  })
  return [...told, ...heard]
}

type Values = Map<string, string>

/** The interviews of both sides by number, in slices of both that belong together. */
async function* ranges(
  { service, clickhouse }: Stores,
  dictionary: Dictionary,
  columns: readonly Compared[],
): AsyncGenerator<readonly [Values, Values, readonly string[]]> {
  const { universe, survey } = dictionary
  const own = `universe = '${universe}' and survey = ${survey}`
  const table = tableOf(survey)
  for (let from = '0', to: string | null = from; to !== null; from = to ?? from) {
    const { rows } = await query(
      service,
      { last: nullable(int8) },
      `select (select number from interview where ${own} and number > $1 order by number offset ${atOnce} limit 1) as last`,
      [from],
    )
    to = rows[0]?.last ?? null
    const between = (number: string) => `${number} > ${from}${to === null ? '' : ` and ${number} <= ${to}`}`
    const truth = await query(
      service,
      Object.fromEntries(columns.map((_, k) => [`c${k}`, cellColumn])),
      `select ${columns.map((column, k) => `${column.truth} as c${k}`).join(', ')} from ${truthOf(dictionary)} i
        where ${own} and ${between('i.number')}`,
    )
    const projected = await clickhouse.read<Cell[]>(
      `select ${columns.map((column, k) => `${column.projected} as c${k}`).join(', ')} from ${table} final
       where ${between('id')}`,
      {},
      { lane: 'heavy', settings: { output_format_json_escape_forward_slashes: 0 } },
    )
    yield [
      byNumber(
        truth.rows.map((row) =>
          columns.map(({ through }, k) => {
            const cell = row[`c${k}`] ?? null
            return through?.(cell) ?? cell
          }),
        ),
      ),
      byNumber(projected),
      twiceIn(projected),
    ]
  }
}

type Cell = string | number | null
const cellColumn: ColumnKind<Cell> = {
  name: 'text or number',
  types: null,
  isNullable: true,
  read: (value) => {
    if (typeof value !== 'string' && typeof value !== 'number') throw new TypeError('is no text and no number')
    return value
  },
}

/** Whole numbers come as text from one side and as numbers from the other. */
const byNumber = (rows: Cell[][]): Values =>
  new Map(
    rows.map((row) => {
      const cells = row.map((cell) => (cell === null ? null : String(cell)))
      return [cells[0] ?? '', JSON.stringify(cells)]
    }),
  )

/** Interviews that stand at two days. */
function twiceIn(rows: readonly Cell[][]): readonly string[] {
  const ids = rows.map(([id]) => String(id))
  return ids.length === new Set(ids).size ? [] : ids.filter((id, at) => ids.indexOf(id) < at)
}

function firstDifference(columns: readonly Compared[], truth: string, projected: string): string {
  const [a, b]: [unknown[], unknown[]] = [JSON.parse(truth), JSON.parse(projected)]
  const at = a.findIndex((value, k) => value !== b[k])
  return `${columns[at]?.name}: ${JSON.stringify(a[at])} is ${JSON.stringify(b[at])}`
}

/** How many interviews each leaf of a view has in the projection. `view`: its number in the survey. */
export async function interviewsByLeaf(
  { clickhouse }: Pick<Stores, 'clickhouse'>,
  survey: number,
  view: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await clickhouse.read<[leaf: number, interviews: string]>(
    `select v${view}, toString(sum(sign)) from ${tableOf(survey)} group by 1`,
    {},
    { lane: 'heavy' },
  )
  return new Map(rows.map(([leaf, interviews]) => [leaf, Number(interviews)]))
}
