/** Rows, one after the other. */
export async function* inTurn<T>(rows: Iterable<T>): AsyncGenerator<T> {
  yield* rows
}
