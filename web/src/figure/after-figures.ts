import type { QueryClient } from '@tanstack/react-query'
import { figuresKey } from './figure.queries.ts'

/**
 * Resolves when no figures of a page are under way. What stands beside them, such as the counts of the filters, is asked
 * for after them: all share the server's processors, and the figures are what one waits for.
 */
export async function afterFigures(client: QueryClient, signal: AbortSignal): Promise<void> {
  // What is shown at the same moment may not have asked yet.
  await new Promise((resolve) => setTimeout(resolve))
  const isUnderWay = () => !signal.aborted && client.isFetching({ queryKey: [figuresKey] }) > 0
  if (!isUnderWay()) return
  await new Promise<void>((resolve) => {
    const look = () => {
      if (isUnderWay()) return
      stop()
      signal.removeEventListener('abort', look)
      resolve()
    }
    const stop = client.getQueryCache().subscribe(look)
    signal.addEventListener('abort', look)
  })
}
