import { operatorIn, record } from '../audit/audit.ts'
import type { Command } from '../command/command.ts'
import { openStores, type Stores } from '../db/stores.ts'
import { UsageError } from '../fault/usage-error.ts'
import { chooseUniverse } from '../universe/universe.ts'
import { allTasks, anyTask, type StoredTask } from './task.ts'
import { cancelTask, retryTask } from './task-change.ts'

type Print = (line: string) => void
const verbs = ['list', 'show', 'cancel', 'retry']
const mostListed = 200

export const command: Command = {
  name: 'tasks',
  summary: 'List what is done for people in the background; show one, stop it, or do it again.',
  usage: '[list | show ID | cancel ID | retry ID]',
  options: { universe: { type: 'string', value: 'NAME', summary: 'list those of this universe alone' } },
  positionals: [0, 2],
  run: async ({ options, positionals: [verb = 'list', id], configuration, print, log }) => {
    const { universe } = options
    if (!verbs.includes(verb)) throw new UsageError(`there is nothing to "${verb}": it is one of ${verbs.join(', ')}`)
    if ((verb === 'list') !== (id === undefined))
      throw new UsageError(verb === 'list' ? 'list takes no task' : `say which task to ${verb}: kaiku tasks ${verb} ID`)
    const stores = await openStores({ ...configuration, log, migrate: true })
    try {
      if (id === undefined) await printTasks(stores, typeof universe === 'string' ? universe : null, print)
      else await act(stores, verb, id, print)
    } finally {
      await stores.close()
    }
  },
}

async function printTasks(stores: Stores, universe: string | null, print: Print) {
  const of = universe === null ? null : (await chooseUniverse(stores, universe)).id
  const tasks = await allTasks(stores, { universe: of }, mostListed)
  if (tasks.length === 0) print('nothing was asked for')
  for (const task of tasks) print(lineOf(task))
}

const lineOf = ({ id, type, state, progress, title, extName, at, by, fault }: StoredTask) => {
  const far = state === 'processing' ? ` ${Math.round(progress * 100)} %` : ''
  return `${id}  ${type.padEnd(8)} ${`${state}${far}`.padEnd(15)} ${shown(at)}  ${by}  ${extName ?? ''}  ${title}${fault === null ? '' : ` (${fault})`}`
}

const shown = (at: Date | null) => (at === null ? '–' : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`)

async function act(stores: Stores, verb: string, id: string, print: Print) {
  const task = await anyTask(stores, id)
  if (!task) throw new UsageError(`there is no task ${id}`)
  if (verb === 'show') return printOne(task, print)
  if (verb === 'cancel') print((await cancelTask(stores, task)) ? 'stopped' : `it has ended: ${task.state}`)
  else {
    await retryTask(stores, task)
    print('it is done again')
  }
  await record(stores, operatorIn(task.universe), { action: 'task.change', subject: id, after: { [verb]: task.title } })
}

function printOne(task: StoredTask, print: Print) {
  print(lineOf(task))
  print(`  asked for by ${task.by}, ended ${shown(task.endedAt)}, attempts ${task.attempts}`)
  print(`  asked for: ${JSON.stringify(task.input)}`)
  for (const { at, step, fault } of task.log) print(`  ${shown(at)}  ${step}${fault === undefined ? '' : `: ${fault}`}`)
  if (task.refusal) print(`  told: ${task.refusal.message}`)
  if (task.fileName) print(`  file: ${task.fileName}, ${task.fileSize} bytes, until ${shown(task.expiresAt)}`)
}
