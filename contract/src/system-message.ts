import { importances, type MessageAudience, messageIcons } from '@kaiku/core/system-message.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { placeName } from './role.ts'
import { uiLocales } from './universe.ts'
import { version } from './version.ts'

const text = z.string().trim().max(500)
const colour = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'a colour such as #ff0000')
const secure = z.url({ protocol: /^https$/, error: 'an address that begins with https://' })

const message = z.strictObject({
  text,
  /** By locale; `text` stands where there is none. */
  texts: z.record(z.string(), text).default({}),
  backgroundColor: colour.default('#ff0000'),
  textColor: colour.default('#000000'),
  link: secure.optional(),
  icon: z.enum(messageIcons).default('warning'),
})

/** `system-message.json`: a bar over every screen of the survey. */
export const systemMessageFile = message.extend({ $schema: z.string().optional() }).meta({ id: 'SystemMessageFile' })

/** As a client shows it. */
export const systemMessage = message.meta({ id: 'SystemMessage' })
export type SystemMessage = z.output<typeof systemMessage>

/** What a message that is written in the browser says, and how it looks. */
export const messageSaid = z.strictObject({
  importance: z.enum(importances),
  /** Read where there is none in the reader’s language. */
  text: text.min(1),
  texts: z.partialRecord(z.enum(uiLocales), text.min(1)).default({}),
  backgroundColor: colour,
  textColor: colour,
  link: secure.max(500).nullable().default(null),
  icon: z.enum(messageIcons),
})
export type MessageSaid = z.output<typeof messageSaid>

const name = z.string().min(1).max(200)
const place = z.strictObject({ view: name, path: z.array(name).min(1).max(50) })

/** Whom a message is for; see core. */
export const messageAudience = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('everybody') }),
  z.strictObject({ to: z.literal('surveys'), surveys: z.array(name).min(1).max(500) }),
  z.strictObject({ to: z.literal('roles'), roles: z.array(z.uuid()).min(1).max(200) }),
  z.strictObject({ to: z.literal('places'), places: z.array(place).min(1).max(200) }),
]) satisfies z.ZodType<MessageAudience>

/** What a wall clock in the time zone of the list shows, such as `2026-12-24T22:00`. */
const wall = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'a time such as 2026-12-24T22:00')
  .max(16)

const written = messageSaid.extend({
  audience: messageAudience,
  /** Null: from now on. */
  from: wall.nullable().default(null),
  /** Null: until somebody ends it. */
  until: wall.nullable().default(null),
})
export type WrittenMessage = z.output<typeof written>

/** Of all universes: everybody’s, and of who has yet to sign in, where it says so. */
const writtenToAll = written.omit({ audience: true }).extend({ beforeSignIn: z.boolean().default(false) })

export const keptMessage = messageSaid
  .extend({
    messageId: z.uuid(),
    audience: messageAudience,
    beforeSignIn: z.boolean(),
    startsAt: z.iso.datetime(),
    endsAt: z.iso.datetime().nullable(),
    /** The same, as clocks in the zone of the list show it. */
    from: z.string(),
    until: z.string().nullable(),
    state: z.enum(['now', 'coming', 'past']),
    version: z.int(),
  })
  .meta({ id: 'KeptMessage' })
export type KeptMessage = z.output<typeof keptMessage>

const listed = z.object({
  /** The time zone in which `from` and `until` are. */
  zone: z.string(),
  /** Languages in which it can be written, the default first. */
  locales: z.array(z.enum(uiLocales)),
  /** Whom it can be for. */
  surveys: z.array(z.object({ extName: z.string(), title: z.string() })),
  roles: z.array(z.object({ roleId: z.uuid(), name: z.string() })),
  /** The places of the messages’ audiences, by their names. */
  places: z.array(placeName),
  /** What stands now, then what comes, then what is past, the newest first. */
  messages: z.array(keptMessage),
})
export type MessageList = z.output<typeof listed>

/** A message as a reader is shown it. */
export const shownMessage = messageSaid.extend({ messageId: z.uuid() }).meta({ id: 'ShownMessage' })
export type ShownMessage = z.output<typeof shownMessage>

const shown = z.object({
  /** The most urgent first. */
  messages: z.array(shownMessage),
  /** Seconds until one comes or goes; null: none will, as far as is known. */
  changesIn: z.number().nullable(),
})
export type ShownMessages = z.output<typeof shown>

const params = z.strictObject({ messageId: z.uuid() })
const atVersion = z.strictObject({ version })

const writing = <W extends z.ZodObject>(path: string, needs: 'manageUniverse' | 'openBackend', content: W) => ({
  list: call({
    method: 'GET',
    path: `${path}/list`,
    summary: 'The messages with all that is needed to write one: what stands now, what comes, what is past',
    query: z.strictObject({ locale: z.string().max(20).optional() }),
    reply: listed,
    needs,
  }),
  create: call({
    method: 'POST',
    path: `${path}/create`,
    summary: 'Write a message; readers see it at its time without loading anew',
    body: content,
    reply: keptMessage,
    needs,
  }),
  end: call({
    method: 'POST',
    path: `${path}/end/:messageId`,
    summary: 'End a message now; refused when somebody else changed it meanwhile',
    params,
    body: atVersion,
    reply: keptMessage,
    needs,
  }),
  remove: call({
    method: 'DELETE',
    path: `${path}/remove/:messageId`,
    summary: 'Delete a message',
    params,
    reply: z.object({ removed: z.literal(true) }),
    needs,
  }),
})

const change = <W extends z.ZodObject>(path: string, needs: 'manageUniverse' | 'openBackend', body: W) =>
  call({
    method: 'PUT',
    path: `${path}/change/:messageId`,
    summary: 'Change a message; refused when somebody else changed it meanwhile',
    params,
    body,
    reply: keptMessage,
    needs,
  })

/** Messages of a universe to its people, and what each of them is shown. */
export const systemMessageCalls = Object.assign(writing('systemmessage', 'manageUniverse', written), {
  change: change('systemmessage', 'manageUniverse', written.extend({ version })),
  places: call({
    method: 'GET',
    path: 'systemmessage/places',
    summary: 'Places whose name contains a text, for whose people a message can be',
    query: z.strictObject({ query: z.string().min(1).max(200), locale: z.string().max(20).optional() }),
    reply: z.array(placeName),
    needs: 'manageUniverse',
  }),
  shown: call({
    method: 'GET',
    path: 'systemmessage/shown',
    inPreview: true,
    summary: 'The messages that are for the viewer now, over the screens of a survey',
    query: z.strictObject({ survey: z.string().max(200).default('') }),
    reply: shown,
  }),
  open: call({
    method: 'GET',
    path: 'systemmessage/open',
    summary: 'The messages that stand before anybody has signed in',
    reply: shown,
    auth: 'none',
  }),
})

/** Messages to the people of all universes. */
export const messageToAllCalls = Object.assign(writing('backend/messages', 'openBackend', writtenToAll), {
  change: change('backend/messages', 'openBackend', writtenToAll.extend({ version })),
})
