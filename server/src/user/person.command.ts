import { everywhere, readAssignment } from '@kaiku/core/assignment.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { operatorIn, record } from '../audit/audit.ts'
import type { Command, CommandContext } from '../command/command.ts'
import { webAddressOf } from '../command/web-address.ts'
import { inTransaction, inUniverse } from '../db/postgres.ts'
import { openStores, type Stores } from '../db/stores.ts'
import { UsageError } from '../fault/usage-error.ts'
import { addMember, createPerson, personByName } from '../person/person.ts'
import { placesNamed } from '../role/named-place.ts'
import { ensureRole, giveRole, usualRoles } from '../role/role.ts'
import { surveysOf } from '../role/role-check.ts'
import { listRoles } from '../role/stored-role.ts'
import { issueTicket } from '../session/ticket.ts'
import { listSurveys } from '../survey/survey.ts'
import { findUniverse } from '../universe/universe.ts'

const usage = 'create NAME | join NAME | link NAME'

export const command: Command = {
  name: 'user',
  summary: 'Create a user, let one into a universe, or print a link that signs one in once.',
  usage,
  options: {
    root: { type: 'boolean', summary: 'create: an operator, who may do everything everywhere' },
    universe: {
      type: 'string',
      value: 'U',
      summary: 'create, join: a member of it; link: sign in there',
    },
    email: { type: 'string', value: 'MAIL', summary: 'create: where mails to the user go' },
    role: {
      type: 'string',
      value: 'ROLE',
      summary: 'create, join: this role, at places as “ROLE @ PLACE | PLACE”; else create: Administrator',
    },
    'password-stdin': { type: 'boolean', summary: 'create: read the password from standard input' },
  },
  positionals: [2, 2],
  run: async (context) => {
    const { positionals, configuration, log } = context
    const [verb, name = ''] = positionals
    if (verb !== 'create' && verb !== 'join' && verb !== 'link') throw new UsageError(`usage: kaiku user ${usage}`)
    const stores = await openStores({ ...configuration, log, migrate: true })
    try {
      if (verb === 'create') await create(stores, name, context)
      else if (verb === 'join') await join(stores, name, context)
      else await link(stores, name, context)
    } finally {
      await stores.close()
    }
  },
}

const text = (value: string | boolean | undefined) => (typeof value === 'string' && value !== '' ? value : undefined)

/** With its places, as it is written; an administrator where nothing is said. */
const roleIn = (options: CommandContext['options']) => text(options.role) ?? usualRoles.Administrator.role

async function universeNamed(stores: Stores, name: string | undefined) {
  if (name === undefined) return null
  const universe = await findUniverse(stores, name)
  if (!universe) throw new Fault('not_found', `There is no universe “${name}”.`)
  return universe
}

/** The role and the places that a text names. Throws Fault for a role that there is not, or a place. */
async function roleNamed(stores: Stores, universe: string, wanted: string) {
  const { service } = stores
  // An administrator there can always be, even where the role was deleted.
  if (wanted === usualRoles.Administrator.role)
    return { roleId: await ensureRole(service, universe, usualRoles.Administrator), places: everywhere }
  const roles = await inUniverse(stores.pool, universe, (client) => listRoles(client, universe))
  const called = (name: string) => roles.find((one) => one.name.toLowerCase() === name.toLowerCase())
  const { role: name, ...texts } = readAssignment(wanted)
  const whole = called(wanted)
  const role = whole ?? called(name)
  if (!role) throw new Fault('not_found', `There is no role “${wanted}”.`)
  const { rows, figures } = placesNamed(
    surveysOf(role, await listSurveys(stores, universe)),
    whole ? { places: null, figures: null } : texts,
  )
  return { roleId: role.roleId, places: { rows: rows ?? {}, figures } }
}

async function create(stores: Stores, username: string, { options, print, configuration }: CommandContext) {
  const isRoot = options.root === true
  const universe = await universeNamed(stores, text(options.universe))
  if (!isRoot && !universe) throw new UsageError('say --root, or in which --universe the user is an administrator')
  const given = universe && (await roleNamed(stores, universe.id, roleIn(options)))
  const password = options['password-stdin'] === true ? await standardInput() : undefined
  const email = text(options.email) ?? null
  const person = await inTransaction(stores.service, async (client) => {
    const wanted = { username, isRoot, email, ...(password !== undefined && { password }) }
    const created = await createPerson({ service: client }, wanted)
    if (universe) await addMember(client, universe.id, created.id)
    if (universe && given) await giveRole(client, universe.id, given.roleId, created.id, given.places)
    return created
  })
  await record(stores, operatorIn(universe?.id ?? null), {
    action: 'user.create',
    subject: person.username,
    after: { root: isRoot, email: person.email, ...(universe && { role: roleIn(options) }) },
  })
  print(`Created ${person.username}.`)
  if (password !== undefined) return
  const token = await issueTicket(stores, { purpose: 'invite', person: person.id, universe: universe?.id ?? null })
  print(`To choose a password: ${new URL(`/?reset=${token}`, webAddressOf(stores, configuration)).href}`)
}

/** A member without a role, or with the one that is said; so somebody of another universe comes in, whom only an operator may let in. */
async function join(stores: Stores, username: string, { options, print }: CommandContext) {
  const universe = await universeNamed(stores, text(options.universe))
  if (!universe) throw new UsageError('say which --universe the user joins')
  const person = await personByName(stores, username)
  if (!person) throw new Fault('not_found', `There is no user “${username}”.`)
  const wanted = text(options.role)
  const given = wanted === undefined ? null : await roleNamed(stores, universe.id, wanted)
  await addMember(stores.service, universe.id, person.id)
  if (given) await giveRole(stores.service, universe.id, given.roleId, person.id, given.places)
  await record(stores, operatorIn(universe.id), {
    action: 'user.join',
    subject: person.username,
    after: { role: wanted ?? '' },
  })
  print(`${person.username} is a member of ${universe.name}.`)
}

async function link(stores: Stores, username: string, { options, print, configuration }: CommandContext) {
  const person = await personByName(stores, username)
  if (!person) throw new Fault('not_found', `There is no user “${username}”.`)
  const universe = await universeNamed(stores, text(options.universe))
  const token = await issueTicket(stores, { purpose: 'enter', person: person.id, universe: universe?.id ?? null })
  await record(stores, operatorIn(universe?.id ?? null), { action: 'user.link', subject: person.username })
  print(`Signs in once, within an hour: ${new URL(`/?enter=${token}`, webAddressOf(stores, configuration)).href}`)
}

async function standardInput(): Promise<string> {
  let read = ''
  for await (const chunk of process.stdin) read += String(chunk)
  return read.replace(/\r?\n$/, '')
}
