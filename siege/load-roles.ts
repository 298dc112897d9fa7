import { setTimeout as pause } from 'node:timers/promises'
import type { Role } from '@kaiku/contract/role.ts'
import { count } from './journal.ts'
import { giveRoles, letIn, list, remembered } from './load-people.ts'
import type { Random } from './random.ts'
import { marksIn, own, type Region, regionOf } from './survey.ts'
import { managerRole, sample, type World } from './world.ts'

/** What becomes of a role, or of where somebody has it. */
const edits = ['no interviews', 'other survey', 'other region', 'taken', 'whole'] as const
type Edit = (typeof edits)[number]

/** Where the numbers of these people begin: those who come and go have lower ones. */
const first = 10_000

/** Somebody whose role is edited again and again while they look, and deleted in the end. */
export async function editRoles(world: World, who: number): Promise<void> {
  const { client, journal, over, people } = world
  const random = world.random.own(`role ${who}`)
  const name = `Siege role ${who}`
  const made = await client.insist('roles', 'api/role/create', { as: people.aino, body: managerRole(name) })
  const role = made?.ok ? (JSON.parse(made.text) as Role) : await roleCalled(world, name)
  if (!role) return
  const home: Region = 'north'
  const at = (region: Region) => ({ roleId: role.roleId, rows: { place: [[region]] }, figures: null })
  const entered = await letIn(world, first + who, at(home))
  if (!entered) return
  const { user, identity } = entered
  const look = async (edit: Edit | 'deleted', times: number) => {
    for (; times > 0 && !over.aborted; times--) {
      await pause(random.whole(1_200))
      const [seen, asked] = [edit === 'other region' ? 'south' : home, random.one(['north', 'south'] as const)]
      const isAllowed = edit === 'whole' || edit === 'other region'
      const comments = { components: [{ type: 'Comments', question: 'mark', limit: 50 }] }
      const figures = `api/result/query/${own}/${encodeURIComponent(`place,all,${asked}`)}`
      for (const reply of [
        await client.ask('lists of an edited role', list(asked), { as: identity }),
        await client.ask('figures of an edited role', figures, { as: identity, body: comments }),
      ]) {
        const marks = marksIn(reply.text)
        count(journal, `looks of whose role was edited (${edit})`)
        if (marks.some(({ store }) => !isAllowed || regionOf(store) !== seen))
          journal.faults.push(`${user.username} is shown too much (${edit}): ${reply.url} ${reply.text.slice(0, 300)}`)
        if (isAllowed && asked === seen && reply.status >= 400 && reply.status < 500 && reply.status !== 429)
          journal.faults.push(
            `${user.username} may not see ${seen} (${edit}): ${reply.status} ${reply.text.slice(0, 300)}`,
          )
      }
    }
  }
  await look('whole', 2)
  while (!over.aborted) {
    const edit = random.one(edits)
    if (!(await saveRole(world, role.roleId, edit, random))) continue
    const given = edit === 'taken' ? [] : [at(edit === 'other region' ? 'south' : home)]
    // The other survey has no such places, so that a role for it is refused there: they keep what they have.
    if (edit !== 'other survey' && !(await giveRoles(world, user, given))?.ok) continue
    await pause(remembered)
    await look(edit, 3)
  }
  // After the end nothing is insisted on: the role may stay.
  const removed = await client.ask('roles', `api/role/remove/${role.roleId}`, { as: people.aino, method: 'DELETE' })
  if (!removed.ok) return
  await pause(remembered)
  const after = await client.ask('lists of an edited role', list(home), { as: identity })
  count(journal, 'looks of whose role was deleted')
  if (after.ok) journal.faults.push(`${user.username} still sees ${home} after their role was deleted`)
}

async function roleCalled({ client, people }: World, name: string): Promise<Role | undefined> {
  const all = await client.insist('roles', 'api/role/list', { as: people.aino })
  return all?.ok ? (JSON.parse(all.text) as Role[]).find((one) => one.name === name) : undefined
}

/** Saves the role as the edit wants it, however often it takes; false: the siege ended before. */
async function saveRole(
  { client, journal, people }: World,
  roleId: string,
  edit: Edit,
  random: Random,
): Promise<boolean> {
  for (;;) {
    const read = await client.insist('roles', `api/role/one/${roleId}`, { as: people.aino })
    if (!read) return false
    if (!read.ok) {
      journal.faults.push(`role: ${read.status} ${read.text.slice(0, 300)}`)
      return false
    }
    const { name, version } = JSON.parse(read.text) as Role
    const body = Object.assign(managerRole(name), { version, description: `Edited ${random.whole(1_000_000)}` })
    if (edit === 'no interviews') body.permissions = ['seeIndicators']
    if (edit === 'other survey') body.surveys = [sample]
    const saved = await client.insist('roles edited', `api/role/save/${roleId}`, {
      as: people.aino,
      method: 'PUT',
      body,
    })
    if (!saved) return false
    if (saved.ok) return true
    // Saved, and the answer was lost: another version stands there now.
    if (saved.status !== 409) {
      journal.faults.push(`role: ${saved.status} ${saved.text.slice(0, 300)}`)
      return false
    }
  }
}
