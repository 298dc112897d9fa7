import type { Queue } from '../background-work/queue.ts'
import { queueStates, tryAgain } from '../background-work/queue-state.ts'
import type { Command } from '../command/command.ts'
import { openStores, type Stores } from '../db/stores.ts'
import { UsageError } from '../fault/usage-error.ts'
import { mailQueue } from '../mail/outbox.ts'
import { pushQueue } from '../push/send-pushes.ts'
import { webhookQueue } from '../webhook/deliver.ts'

const queues: Readonly<Record<string, Queue>> = { mail: mailQueue, webhook: webhookQueue, push: pushQueue }
const names = Object.keys(queues)

export const command: Command = {
  name: 'jobs',
  summary: 'Show what waits to be sent and what was given up: mails, webhooks, notices to devices.',
  usage: '[retry QUEUE]',
  options: { universe: { type: 'string', value: 'NAME', summary: 'retry what belongs to this universe alone' } },
  positionals: [0, 2],
  run: async ({ options, positionals: [verb, name], configuration, print, say }) => {
    const { universe } = options
    if (verb !== undefined && verb !== 'retry')
      throw new UsageError(`there is nothing to "${verb}": usage: kaiku jobs [retry ${names.join(' | ')}]`)
    const wanted = verb === 'retry' ? queues[name ?? ''] : null
    if (wanted === undefined)
      throw new UsageError(`there is no queue "${name ?? ''}": it is one of ${names.join(', ')}`)
    const stores = await openStores({ ...configuration, say, migrate: true })
    try {
      if (wanted === null) await printQueues(stores, print)
      else {
        const again = await tryAgain(stores, wanted, typeof universe === 'string' ? universe : null)
        print(`${again} to be tried again`)
      }
    } finally {
      await stores.close()
    }
  },
}

async function printQueues(stores: Stores, print: (line: string) => void) {
  for (const [name, queue] of Object.entries(queues)) {
    const states = await queueStates(stores, queue)
    if (states.length === 0) print(`${name.padEnd(8)} nothing waits`)
    for (const { universe, waiting, givenUp, oldest, fault } of states) {
      const since = oldest === null ? '' : ` since ${oldest}`
      const dead = givenUp === 0 ? '' : `, ${givenUp} given up`
      print(
        `${name.padEnd(8)} ${universe.padEnd(16)} ${waiting} waiting${since}${dead}${fault === null ? '' : ` (${fault})`}`,
      )
    }
  }
}
