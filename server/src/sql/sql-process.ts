import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { z } from 'zod'
import type { SqlAnswer, SqlFault } from './sql-message.ts'
import { sqlOrder } from './sql-message.ts'

/**
 * A process of its own for one viewer's interviews: they are all that it holds, it reads no file once it has them, and
 * goes with whoever started it.
 */

/** What DuckDB takes of memory at most; results are held beside it. */
const memory = '512MB'
/** DuckDB's number for a statement that only reads. */
const select = 1
/** Characters of one value, and of a whole result. */
const longest = { value: 2_000, result: 4_000_000 }

let connection: DuckDBConnection | null = null

async function load({ file, names, codes }: { file: string; names: readonly string[]; codes: readonly unknown[] }) {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '1',
    memory_limit: memory,
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const made = await instance.connect()
  const named = names.map((name, at) => `#${at + 1} as ${quoted(name)}`).join(', ')
  await made.run(`create table interviews as select ${named} from read_parquet(${text(file)})`)
  await made.run('create table codes (question varchar, code varchar, label varchar, missing boolean)')
  const rows = z.array(z.tuple([z.string(), z.string(), z.string(), z.boolean()])).parse(codes)
  for (const [question, code, label, missing] of rows)
    await made.run('insert into codes values ($1, $2, $3, $4)', [question, code, label, missing])
  await made.run('set enable_external_access = false')
  await made.run('set lock_configuration = true')
  connection = made
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const text = (value: string) => `'${value.replaceAll("'", "''")}'`

type Asked = { statement: string; rows: number; columns: number; milliseconds: number }

async function answer({ statement, rows: most, columns, milliseconds }: Asked): Promise<SqlAnswer> {
  const held = connection
  if (!held) throw new Error('there are no interviews yet')
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    held.interrupt()
  }, milliseconds)
  try {
    const found = await held.extractStatements(statement)
    if (found.count !== 1) return fault('one')
    const prepared = await found.prepare(0)
    if (prepared.statementType !== select) return fault('select')
    if (prepared.parameterCount > 0) return fault('said', 'A statement has no parameters here.')
    const reader = await prepared.streamAndReadUntil(most + 1)
    const types = reader.columnTypes().map((type) => typeOf(String(type)))
    if (types.length > columns) return fault('wide')
    const shown = reader.getRowsJson().slice(0, most)
    const result = {
      columns: reader.columnNames().map((name, at) => ({ name, type: types[at] ?? 'text' })),
      rows: shown.map((row) => row.map((value, at) => told(value, types[at] ?? 'text'))),
      isCut: reader.currentRowCount > most,
    }
    return JSON.stringify(result).length > longest.result ? fault('long') : { result }
  } catch (error) {
    if (isLate) return fault('late')
    const said = error instanceof Error ? error.message : String(error)
    return /out of memory|memory limit/i.test(said) ? fault('long') : fault('said', said.slice(0, 1_000))
  } finally {
    clearTimeout(late)
  }
}

const fault = (kind: SqlFault['kind'], said = ''): SqlAnswer => ({ fault: { kind, said } })

type Told = 'number' | 'text' | 'day' | 'boolean'

function typeOf(type: string): Told {
  if (/^(?:U?(?:TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|FLOAT|DOUBLE|DECIMAL.*)$/.test(type)) return 'number'
  if (type === 'DATE') return 'day'
  return type === 'BOOLEAN' ? 'boolean' : 'text'
}

/** Numbers that JSON cannot hold stay texts. */
function told(value: unknown, type: Told): string | number | boolean | null {
  if (value === null || value === undefined) return null
  if (type === 'number') {
    const number = Number(value)
    return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number))
      ? number
      : JSON.stringify(value)
  }
  if (typeof value === 'boolean') return value
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
  const said = isList ? value.join(', ') : value
  return (typeof said === 'string' ? said : JSON.stringify(said)).slice(0, longest.value)
}

process.on('disconnect', () => process.exit())
process.on('message', (message) => {
  const order = sqlOrder.parse(message)
  const send = (reply: unknown) => process.send?.(reply)
  if ('load' in order)
    void load(order.load).then(
      () => send({ loaded: true }),
      (error) => send({ loaded: false, said: String(error) }),
    )
  else void answer(order.ask).then(send)
})
