/** ClickHouse's names of the errors that we raise ourselves. */
const names = {
  48: 'NOT_IMPLEMENTED',
  62: 'SYNTAX_ERROR',
  73: 'UNKNOWN_FORMAT',
  115: 'UNKNOWN_SETTING',
  307: 'TOO_MANY_BYTES',
  394: 'QUERY_WAS_CANCELLED',
  516: 'AUTHENTICATION_FAILED',
} as const

/** An error as ClickHouse writes it, so that the client reads its number and name. */
export class ClickHouseRefusal extends Error {
  readonly code: keyof typeof names
  constructor(code: keyof typeof names, message: string) {
    super(`Code: ${code}. DB::Exception: ${message}. (${names[code]})`)
    this.code = code
  }
}

/** ClickHouse's number of an error, its own or ours; 1002 (unknown) for anything else. */
export const errorCode = (error: Error): number =>
  error instanceof ClickHouseRefusal ? error.code : Number(/^Code: (\d+)/.exec(error.message)?.[1] ?? 1002)
