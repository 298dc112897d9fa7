import { loopStates } from '../background-work/loop-state.ts'
import { queueStates, tryAgain } from '../background-work/queue-state.ts'
import { recurringStates } from '../background-work/recurring-state.ts'
import type { Command } from '../command/command.ts'
import { openStores, type Stores } from '../db/stores.ts'
import { UsageError } from '../fault/usage-error.ts'
import { changesBehind } from '../projection/pending.ts'
import { chooseUniverse } from '../universe/universe.ts'
import { waitingTables } from '../work-page/waiting-table.ts'

const queues = Object.values(waitingTables)
const names = queues.map(({ name }) => name)

type Print = (line: string) => void

export const command: Command = {
  name: 'jobs',
  summary: 'Show how the background work goes: what waits, what was given up, when each part ran last and what failed.',
  usage: '[retry QUEUE]',
  options: { universe: { type: 'string', value: 'NAME', summary: 'retry what belongs to this universe alone' } },
  positionals: [0, 2],
  run: async ({ options, positionals: [verb, name], configuration, print, log }) => {
    const { universe } = options
    if (verb !== undefined && verb !== 'retry')
      throw new UsageError(`there is nothing to "${verb}": usage: kaiku jobs [retry ${names.join(' | ')}]`)
    const wanted = verb === 'retry' ? queues.find((queue) => queue.name === name) : null
    if (wanted === undefined)
      throw new UsageError(`there is no queue "${name ?? ''}": it is one of ${names.join(', ')}`)
    const stores = await openStores({ ...configuration, log, migrate: true })
    try {
      if (wanted === null) {
        await printQueues(stores, print)
        await printLoops(stores, print)
        await printRecurring(stores, print)
      } else {
        const again = await tryAgain(
          stores,
          wanted,
          typeof universe === 'string' ? (await chooseUniverse(stores, universe)).id : null,
        )
        print(`${again} to be tried again`)
      }
    } finally {
      await stores.close()
    }
  },
}

async function printQueues(stores: Stores, print: Print) {
  print('What waits:')
  for (const queue of queues) {
    const states = await queueStates(stores, queue)
    if (states.length === 0) print(`  ${queue.name.padEnd(12)} nothing waits`)
    for (const { universe, waiting, givenUp, oldest, fault } of states) {
      const since = oldest === null ? '' : ` since ${shown(oldest)}`
      const dead = givenUp === 0 ? '' : `, ${givenUp} given up`
      print(`  ${queue.name.padEnd(12)} ${universe.padEnd(16)} ${waiting} waiting${since}${dead}${inBrackets(fault)}`)
    }
  }
}

async function printLoops(stores: Stores, print: Print) {
  print('What goes on all the time:')
  const behind = await changesBehind(stores)
  const states = await loopStates(stores)
  if (states.length === 0) print('  nothing ever ran: start "kaiku start" or "kaiku work"')
  for (const { name, doneAt, faultedAt, fault } of states) {
    const waiting = name === 'figures' ? behind.figures : name === 'alerts' ? behind.alerts : null
    const changes = waiting === null ? '' : `, ${waiting} changes behind`
    const failed = faultedAt === null ? '' : `, failed last ${shown(faultedAt)}${inBrackets(fault)}`
    print(`  ${name.padEnd(12)} went well last ${shown(doneAt)}${changes}${failed}`)
  }
}

async function printRecurring(stores: Stores, print: Print) {
  print('What is done again and again:')
  for (const { work, universe, zone, doneAt, nextAt, attempts, fault } of await recurringStates(stores)) {
    const failed = fault === null ? '' : `, failed ${attempts} times${inBrackets(fault)}`
    print(
      `  ${work.padEnd(12)} ${universe.padEnd(16)} done last ${shown(doneAt)}, next ${shown(nextAt)}, nights of ${zone}${failed}`,
    )
  }
}

const inBrackets = (fault: string | null) => (fault === null ? '' : ` (${fault})`)

const shown = (at: Date | null) => (at === null ? 'never' : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`)
