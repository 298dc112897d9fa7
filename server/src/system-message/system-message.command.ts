import { type KeptMessage, messageSaid } from '@kaiku/contract/system-message.ts'
import { uiLocales } from '@kaiku/contract/universe.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { importances, messageIcons, usualLooks } from '@kaiku/core/system-message.ts'
import { z } from 'zod'
import { type Actor, operatorIn } from '../audit/audit.ts'
import type { Command } from '../command/command.ts'
import { inTransaction } from '../db/postgres.ts'
import { openStores, type Stores } from '../db/stores.ts'
import { UsageError } from '../fault/usage-error.ts'
import { chooseUniverse, isZone } from '../universe/universe.ts'
import { createMessage, endMessage, listMessages, type MessageHome, type NewMessage } from './system-message.ts'
import { tellOfMessage } from './tell-message.ts'

const usage = 'list | set TEXT | end ID'
type Options = Parameters<Command['run']>[0]['options']

export const command: Command = {
  name: 'message',
  summary: 'Messages over every screen: of a universe, or of all, also before sign-in.',
  usage,
  options: Object.assign(
    {
      universe: { type: 'string', value: 'U', summary: 'the universe whose people read it' },
      all: { type: 'boolean', summary: 'people of all universes read it' },
      'before-sign-in': { type: 'boolean', summary: 'with --all: so does who has yet to sign in' },
      from: { type: 'string', value: 'TIME', summary: 'when it comes, such as 2026-12-24T22:00 (default: now)' },
      until: { type: 'string', value: 'TIME', summary: 'when it goes (default: when it is ended)' },
      zone: { type: 'string', value: 'ZONE', summary: 'IANA time zone of these (default: the universe’s, else UTC)' },
      importance: { type: 'string', value: 'I', summary: `${importances.join(', ')} (default: important)` },
      icon: { type: 'string', value: 'I', summary: messageIcons.join(', ') },
      link: { type: 'string', value: 'URL', summary: 'where to read more; begins with https://' },
      colour: { type: 'string', value: '#RRGGBB', summary: 'of the text' },
      background: { type: 'string', value: '#RRGGBB', summary: 'behind it' },
    } as const,
    Object.fromEntries(
      uiLocales.map((locale) => [locale, { type: 'string', value: 'TEXT', summary: `the text in ${locale}` } as const]),
    ),
  ),
  positionals: [1, 2],
  run: async ({ positionals: [verb = '', what = ''], options, configuration, print, log }) => {
    const isWhole = verb === 'list' ? what === '' : (verb === 'set' || verb === 'end') && what !== ''
    if (!isWhole || (options.all === true && options.universe !== undefined))
      throw new UsageError(`usage: kaiku message ${usage}`)
    const stores = await openStores({ ...configuration, log, migrate: true })
    try {
      const home = await homeOf(stores, options)
      if (verb === 'list') {
        for (const one of await listMessages(stores.service, home, Date.now())) print(lineOf(one, home))
        return
      }
      const actor = operatorIn(home.universe)
      if (verb === 'set') await set(stores, home, actor, newMessage(what, options), print)
      else await end(stores, home, actor, what, print)
    } finally {
      await stores.close()
    }
  },
}

const told = (value: Options[string]) => (typeof value === 'string' ? value : undefined)

async function homeOf(stores: Stores, options: Options): Promise<MessageHome> {
  const zone = told(options.zone)
  if (zone !== undefined && !isZone(zone)) throw new Fault('invalid', `“${zone}” is no IANA time zone.`)
  if (options.all === true) return { universe: null, zone: zone ?? 'UTC' }
  const { id, timeZone } = await chooseUniverse(stores, told(options.universe))
  return { universe: id, zone: zone ?? timeZone }
}

/** Throws Fault `invalid` for what no message can be. */
function newMessage(text: string, options: Options): NewMessage {
  const importance = importances.find((one) => one === (told(options.importance) ?? 'important'))
  if (!importance) throw new Fault('invalid', `A message is one of ${importances.join(', ')}.`)
  const look = usualLooks[importance]
  const texts = uiLocales.flatMap((locale) => (told(options[locale]) === undefined ? [] : [[locale, options[locale]]]))
  const parsed = messageSaid.safeParse({
    importance,
    text,
    texts: Object.fromEntries(texts),
    icon: told(options.icon) ?? look.icon,
    textColor: told(options.colour) ?? look.textColor,
    backgroundColor: told(options.background) ?? look.backgroundColor,
    link: told(options.link) ?? null,
  })
  if (!parsed.success) throw new Fault('invalid', z.prettifyError(parsed.error))
  return Object.assign(parsed.data, {
    audience: { to: 'everybody' as const },
    beforeSignIn: options.all === true && options['before-sign-in'] === true,
    from: told(options.from) ?? null,
    until: told(options.until) ?? null,
  })
}

async function set(
  stores: Stores,
  home: MessageHome,
  actor: Actor,
  message: NewMessage,
  print: (line: string) => void,
): Promise<void> {
  const after = await inTransaction(stores.service, (client) => createMessage(client, home, message, Date.now()))
  await tellOfMessage(stores, actor, { before: null, after })
  print(lineOf(after, home))
}

async function end(
  stores: Stores,
  home: MessageHome,
  actor: Actor,
  id: string,
  print: (line: string) => void,
): Promise<void> {
  const now = Date.now()
  const found = (await listMessages(stores.service, home, now)).find(({ messageId }) => messageId === id)
  if (!found) throw new Fault('not_found', `There is no message “${id}” here; kaiku message list names them.`)
  const change = await inTransaction(stores.service, (client) => endMessage(client, home, id, found.version, now))
  await tellOfMessage(stores, actor, change)
  print(`Ended ${id}.`)
}

const lineOf = (
  { messageId, state, importance, from, until, beforeSignIn, text }: KeptMessage,
  { zone }: MessageHome,
) =>
  `${messageId} ${state.padEnd(6)} ${importance}${beforeSignIn ? ', before sign-in' : ''}, ${from} – ${until ?? ''} ${zone}: ${text}`
