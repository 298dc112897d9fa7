import type pg from 'pg'
import { migrate } from './migrate.ts'
import { openStores } from './stores.ts'

/**
 * A start that dies: it opens the data directory as its owner, and is killed at the statement of the migration that
 * contains a text: `before` it is sent, or `after`, when PostgreSQL has it and nobody hears its answer.
 */
const [data = '', moment = 'before', text = ''] = process.argv.slice(2)
const stores = await openStores({ data, own: 'must' })
stores.owner.on('connect', (client: pg.PoolClient) => {
  const send = client.query.bind(client) as (...asked: unknown[]) => unknown
  const dying = (...asked: unknown[]) => {
    const isIt = String(asked[0]).includes(text)
    if (isIt && moment === 'before') process.kill(process.pid, 'SIGKILL')
    const answer = send(...asked)
    // It leaves with this turn of the loop.
    if (isIt) setImmediate(() => process.kill(process.pid, 'SIGKILL'))
    return answer
  }
  client.query = dying as typeof client.query
})
await migrate(stores.owner)
await stores.close()
