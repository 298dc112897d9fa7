import { Fault } from '@kaiku/core/fault.ts'
import { webhookEvents } from '@kaiku/core/webhook-event.ts'
import { operatorIn } from '../audit/audit.ts'
import type { Command } from '../command/command.ts'
import { openStores, type Stores } from '../db/stores.ts'
import { UsageError } from '../fault/usage-error.ts'
import { chooseUniverse, type Universe } from '../universe/universe.ts'
import { listDeliveries, resendDead, sendTest } from './delivery.ts'
import { createWebhook, listWebhooks, pauseWebhook, removeWebhook, rotateSecret, type Webhook } from './webhook.ts'

const usage =
  'list | create NAME URL | rotate NAME | test NAME | sent NAME | resend NAME | pause NAME | resume NAME | remove NAME'
const verbs = ['rotate', 'test', 'sent', 'resend', 'pause', 'resume', 'remove'] as const

export const command: Command = {
  name: 'webhook',
  summary: 'Other programs that are told of interviews and alerts as they happen.',
  usage,
  options: {
    universe: { type: 'string', value: 'U', summary: 'the universe whose events are told' },
    events: { type: 'string', value: 'A,B', summary: `what is told, of ${webhookEvents.join(', ')}; all if not named` },
    surveys: { type: 'string', value: 'A,B', summary: 'of which surveys it is told; of all if not named' },
    contacts: { type: 'boolean', summary: 'tell who answered, too' },
  },
  positionals: [1, 3],
  run: async ({ positionals: [verb = '', name = '', url = ''], options, configuration, print, log }) => {
    const known = verbs.find((one) => one === verb)
    const isWhole = known ? name !== '' && url === '' : verb === 'create' ? url !== '' : verb === 'list' && name === ''
    if (!isWhole) throw new UsageError(`usage: kaiku webhook ${usage}`)
    const stores = await openStores({ ...configuration, log, migrate: true })
    try {
      const universe = await chooseUniverse(stores, typeof options.universe === 'string' ? options.universe : undefined)
      const own = configuration.webhookHosts
      if (verb === 'create') {
        const { surveys, events, contacts } = options
        const told = { events: eventsOf(events), surveys: namesIn(surveys), contacts: contacts === true }
        const settings = { label: name, url, ...told }
        const { hookId, secret } = await createWebhook(stores, universe.id, settings, own, operatorIn(universe.id))
        print(`Made ${hookId}. Secret, shown this once: ${secret}`)
      } else if (known) await change(stores, universe, known, await named(stores, universe, name), print)
      else for (const one of await listWebhooks(stores, universe.id)) print(lineOf(one))
    } finally {
      await stores.close()
    }
  },
}

const namesIn = (text: unknown) => (typeof text === 'string' ? text.split(',').map((one) => one.trim()) : [])

const lineOf = ({ hookId, label, url, events, surveys, pausedAt, waiting, dead, deliveredAt }: Webhook) =>
  `${hookId} ${label} → ${url} (${events.join(', ')}${surveys.length > 0 ? ` of ${surveys.join(', ')}` : ''}): ${pausedAt ? 'paused, ' : ''}${waiting} wait, ${dead} given up, last taken ${deliveredAt?.toISOString() ?? 'never'}`

function eventsOf(text: unknown) {
  if (typeof text !== 'string') return webhookEvents
  return text.split(',').map((one) => {
    const event = webhookEvents.find((known) => known === one.trim())
    if (!event) throw new Fault('invalid', `There is no event “${one}”; there are ${webhookEvents.join(', ')}.`)
    return event
  })
}

async function named(stores: Stores, universe: Universe, name: string): Promise<Webhook> {
  const meant = (await listWebhooks(stores, universe.id)).filter(({ label, hookId }) => [label, hookId].includes(name))
  const [webhook, other] = meant
  if (!webhook) throw new Fault('not_found', `There is no webhook “${name}” in ${universe.name}.`)
  if (other) throw new Fault('invalid', `Several webhooks are called “${name}”; name one by its id.`)
  return webhook
}

async function change(
  stores: Stores,
  universe: Universe,
  verb: (typeof verbs)[number],
  { hookId, label }: Webhook,
  print: (line: string) => void,
): Promise<void> {
  const actor = operatorIn(universe.id)
  switch (verb) {
    case 'rotate': {
      const secret = await rotateSecret(stores, universe.id, hookId, actor)
      print(`New secret of ${label}, shown this once: ${secret}`)
      print('The one before it signs, too, for a day.')
      return
    }
    case 'test':
      print(
        `A running Kaiku sends ${await sendTest(stores, universe.id, hookId)}; “kaiku webhook sent” says how it went.`,
      )
      return
    case 'sent':
      for (const { deliveryId, event, at, state, attempts, fault } of await listDeliveries(stores, universe.id, hookId))
        print(
          `${at.toISOString()} ${deliveryId} ${event}: ${state} after ${attempts}${fault === null ? '' : ` — ${fault}`}`,
        )
      return
    case 'resend':
      print(`${await resendDead(stores, universe.id, hookId)} are sent again.`)
      return
    case 'pause':
    case 'resume':
      await pauseWebhook(stores, universe.id, hookId, verb === 'pause', actor)
      print(verb === 'pause' ? `Paused ${label}: what happens waits.` : `Resumed ${label}.`)
      return
    case 'remove':
      await removeWebhook(stores, universe.id, hookId, actor)
      print(`Removed ${label}.`)
  }
}
