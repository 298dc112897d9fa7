import { readFile } from 'node:fs/promises'
import { addDays, dayIn, readDay } from '@kaiku/core/day.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { localise } from '@kaiku/core/localised.ts'
import { dryRun, withRules } from '../alert-rule/dry-run.ts'
import { operatorIn, record } from '../audit/audit.ts'
import type { Command, CommandContext } from '../command/command.ts'
import { openStores, type Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { faultLine } from '../fault/definition-fault.ts'
import { UsageError } from '../fault/usage-error.ts'
import { namesOf } from '../person/person-name.ts'
import { placeDryRun } from '../place-rule/place-dry-run.ts'
import type { Period } from '../selection/selection.ts'
import { findSurvey } from '../survey/survey.ts'
import { chooseUniverse } from '../universe/universe.ts'
import { backfillAlerts } from './backfill.ts'

const usage = 'dry-run|backfill SURVEY'
const usualDays = 30

export const command: Command = {
  name: 'alerts',
  summary:
    'What rules for alerts would have raised over past days: how many, which, to whom; or raises it now, unmailed.',
  usage,
  options: {
    universe: { type: 'string', value: 'U', summary: 'universe (default: the only one, else sample)' },
    rules: { type: 'string', value: 'FILE', summary: 'an alert-rules.json (default: the published one)' },
    from: { type: 'string', value: 'DAY', summary: `first day (default: ${usualDays} days before the last)` },
    to: { type: 'string', value: 'DAY', summary: 'last day (default: today)' },
  },
  positionals: [2, 2],
  run: async (context) => {
    const { options, positionals, configuration, log: tell } = context
    const [verb, survey = ''] = positionals
    const act = verb === 'dry-run' ? report : verb === 'backfill' ? backfill : null
    if (act === null) throw new UsageError(`usage: kaiku alerts ${usage}`)
    if (act === backfill && options.rules !== undefined)
      throw new UsageError('--rules is for a dry run: what is raised is what published rules ask for')
    const stores = await openStores({ ...configuration, log: tell, migrate: true })
    try {
      const { id } = await chooseUniverse(stores, text(options.universe))
      await act(stores, id, survey, context)
    } finally {
      await stores.close()
    }
  },
}

const text = (value: string | boolean | undefined) => (typeof value === 'string' ? value : undefined)

function dayOf(name: string, value: string | boolean | undefined): string | null {
  const written = text(value)
  if (written === undefined) return null
  const day = readDay(written)
  if (day === null) throw new UsageError(`--${name} expects a day such as 2026-11-21, found ${written}`)
  return day
}

function daysOf({ definition: { settings } }: Dictionary, { options }: CommandContext): Period {
  const to = dayOf('to', options.to) ?? dayIn(settings.timeZone, Date.now())
  const from = dayOf('from', options.from) ?? addDays(to, -usualDays)
  if (from > to) throw new UsageError(`--to expects ${from} or later, found ${to}`)
  return { from, to }
}

const newestOnly = (isCut: boolean) => (isCut ? ' (the newest only)' : '')

async function backfill(stores: Stores, universe: string, name: string, context: CommandContext) {
  const published = await findSurvey(stores, universe, name)
  const { from, to } = daysOf(published, context)
  const { raised, listed, isCut } = await backfillAlerts(stores, published, { from, to }, Date.now())
  const after = { from, to, raised }
  await record(stores, operatorIn(universe), { action: 'alert.backfill', subject: published.extName, after })
  context.print(`Raised ${raised} of ${listed} alerts from ${from} to ${to}${newestOnly(isCut)}; the others are there.`)
}

async function report(stores: Stores, universe: string, name: string, context: CommandContext) {
  const { options, print, log: tell } = context
  const published = await findSurvey(stores, universe, name)
  const { settings } = published.definition
  const { from, to } = daysOf(published, context)
  const file = text(options.rules)
  const dictionary = file === undefined ? published : await withFile(stores, published, file, tell)
  const run = await dryRun(stores, dictionary, { from, to })
  const places = await placeDryRun(stores, dictionary, { from, to }, Date.now())
  const raised = [...run.raised, ...places.raised]
  const cut = newestOnly(run.isCut || places.isCut)
  print(`${raised.length} alerts of ${run.interviews} interviews from ${from} to ${to}${cut}.`)
  const { rules, placeRules } = dictionary.definition.alertRules
  for (const { id, title } of [...rules, ...placeRules]) {
    const own = raised.filter(({ rule }) => rule.id === id)
    print(`  ${id.padEnd(24)} ${String(own.length).padStart(6)}  ${localise(title, settings.locale, settings.locale)}`)
  }
  const owners = raised.map(({ owner }) => owner)
  const names = await namesOf(stores.service, owners)
  for (const owner of new Set(owners)) {
    const count = owners.filter((one) => one === owner).length
    print(
      `  to ${(owner === null ? 'nobody yet' : (names.get(owner) ?? owner)).padEnd(21)} ${String(count).padStart(6)}`,
    )
  }
}

async function withFile(
  stores: Stores,
  published: Parameters<typeof withRules>[1],
  file: string,
  tell: CommandContext['log'],
) {
  const rules = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`there is no file ${file}`)
  })
  try {
    return await withRules(stores, published, rules)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    for (const detail of error.details) tell(faultLine(detail, rules))
    throw new UsageError(error.message)
  }
}
