import { command as alerts } from './alert-rule-page/alert-rule.command.ts'
import { command as key } from './api-key/api-key.command.ts'
import { command as jobs } from './app/jobs.command.ts'
import { backupCommand } from './backup/backup.command.ts'
import { type Command, commandHelp, parseCommand } from './command/command.ts'
import { progressOn } from './command/progress.ts'
import { shownError } from './command/shown-error.ts'
import { readConfiguration } from './configuration/configuration.ts'
import { command as doctor } from './doctor/doctor.command.ts'
import { UsageError } from './fault/usage-error.ts'
import { command as importing } from './import/import.command.ts'
import { maintainCommand, rebuildCommand } from './maintenance/projection.command.ts'
import { command as status } from './maintenance/status.command.ts'
import { command as migrate } from './migrate.command.ts'
import { apply, diff, exported, schema } from './publishing/definition.command.ts'
import { command as quality } from './quality/quality.command.ts'
import { restoreCommand, verifyCommand } from './restore/restore.command.ts'
import { command as samples } from './sample-import/sample.command.ts'
import { command as scim } from './scim-token/scim-token.command.ts'
import { command as settings } from './setting/settings.command.ts'
import { start, stores, web, work } from './start.command.ts'
import { command as survey } from './survey-copy/survey.command.ts'
import { command as message } from './system-message/system-message.command.ts'
import { command as tasks } from './task/tasks.command.ts'
import { command as topics } from './topic-correction/topic.command.ts'
import { command as attempt } from './try/try.command.ts'
import { command as universe } from './universe-copy/universe.command.ts'
import { command as user } from './user/person.command.ts'
import { command as webhook } from './webhook/webhook.command.ts'

/** Every command of `kaiku`, in the order in which help lists them. */
const commands: Command[] = [
  start,
  stores,
  web,
  work,
  attempt,
  status,
  doctor,
  jobs,
  tasks,
  settings,
  migrate,
  survey,
  backupCommand,
  restoreCommand,
  verifyCommand,
  universe,
  user,
  scim,
  key,
  webhook,
  message,
  apply,
  diff,
  exported,
  schema,
  importing,
  samples,
  alerts,
  quality,
  topics,
  rebuildCommand,
  maintainCommand,
]

/** Runs one command line; the exit code. */
export async function runCommand(words: string[]): Promise<number> {
  endInWords()
  try {
    return await run(words)
  } catch (error) {
    process.stderr.write(`kaiku: ${shownError(error)}\n`)
    return 1
  }
}

/** What goes wrong where nobody waits for it ends the process in the same words; its watchdogs stop the stores. */
function endInWords() {
  process.on('uncaughtException', (error) => {
    process.stderr.write(`kaiku: ${shownError(error)}\n`)
    process.exit(1)
  })
  // Who has read enough of the answer, as in `kaiku status | head`, has not met an error.
  process.stdout.on('error', (error: Error & { code?: string }) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })
}

async function run([name, ...rest]: string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    print(help())
    return name === undefined ? 1 : 0
  }
  const command = commands.find((one) => one.name === name)
  if (!command) throw new UsageError(`there is no command "${name}" (kaiku --help lists them)`)
  const { options, positionals } = parseCommand(command, rest)
  if (options.help) {
    print(commandHelp(command))
    return 0
  }
  const flags = { data: text(options.data), port: text(options.port) }
  const configuration = readConfiguration(process.env, flags)
  const progress = (label: string) => progressOn(process.stderr, performance.now.bind(performance), label)
  return (await command.run({ options, positionals, configuration, print, log, progress })) ?? 0
}

const help = () =>
  [
    'kaiku COMMAND [options]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(12)} ${summary}`),
    '',
    'kaiku COMMAND --help says more.',
  ].join('\n')

const text = (value: string | boolean | undefined) => (typeof value === 'string' ? value : undefined)
const print = (line: string) => process.stdout.write(`${line}\n`)
const log = (line: string) => process.stderr.write(`${line}\n`)
