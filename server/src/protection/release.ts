import { endOf, startOf } from '@kaiku/core/day.ts'
import { formGroups, type GroupedPerson, leaving, type ProtectedGroup } from '@kaiku/core/protected-group.ts'
import type pg from 'pg'
import { type Dictionary, undated } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { tellPlaces } from '../view/told-place.ts'
import {
  answersOf,
  correctReleased,
  groupsOfCorrected,
  groupsOfGone,
  moveReleased,
  type Released,
  releasedInterviews,
  removeReleased,
  smallGroups,
  storeGroup,
  waitingInterviews,
  withholdFrom,
} from './protected-interview.store.ts'
import {
  type AnsweredPerson,
  isBackground,
  laterInterviews,
  releasedAnswers,
  releasedCorrections,
} from './released-answers.ts'

/** Interviews that are put into a group as a whole. `told`: what they were released with before. */
type Bundle = GroupedPerson & {
  readonly members: readonly Pick<Released, 'number' | 'person'>[]
  readonly told: readonly Released[]
}

/**
 * One data release of a protected survey, in the client's transaction: who has come since the last one joins the figures
 * in groups that have the minimum, what was corrected is told where enough was, groups that have become too few by a new
 * minimum are put together. `isFirst`: nobody waits for others any more. See `docs/protection.md`.
 */
export async function release(client: pg.PoolClient, dictionary: Dictionary, today: string, isFirst: boolean) {
  await removeWithGone(client, dictionary)
  await correctGroups(client, dictionary)
  const bundles = [...(await tooSmall(client, dictionary)), ...(await arrived(client, dictionary))]
  const { protectionPeriod, minimumN } = dictionary.definition.settings
  let formed = 0
  for (const [day, units] of byPeriod(bundles)) {
    const isOver = day === null || endOf(protectionPeriod, day, dictionary.calendar) < today
    const { groups } = formGroups(units, {
      parentOf: (view, node) => parentOf(dictionary, view, node),
      minimum: minimumN,
      isComplete: isFirst || isOver,
    })
    for (const group of groups) await releaseGroup(client, dictionary, day, group)
    formed += groups.length
  }
  await tellPlaces(client, dictionary)
  return formed
}

/** Takes out who is gone, by erasure or because an import was undone, and who has to go with them. */
export async function removeWithGone(client: pg.PoolClient, dictionary: Dictionary): Promise<boolean> {
  const groups = await groupsOfGone(client, dictionary)
  if (groups.length === 0) return false
  const { minimumN } = dictionary.definition.settings
  for (const members of inGroups(await releasedInterviews(client, dictionary, groups))) {
    const units = members.map((one) => ({ ...one, people: [one.person], places: [] }))
    const gone = units.filter(({ now }) => now === null)
    await removeReleased(client, dictionary, leaving(units, gone, minimumN))
  }
  return true
}

async function correctGroups(client: pg.PoolClient, dictionary: Dictionary) {
  const groups = await groupsOfCorrected(client, dictionary)
  for (const members of inGroups(await releasedInterviews(client, dictionary, groups)))
    await correctReleased(
      client,
      dictionary,
      releasedCorrections(
        dictionary,
        members.flatMap(({ now, ...one }) => (now === null ? [] : [{ ...one, now }])),
      ),
    )
}

/** After the survey's places changed a group stands at the deepest place that holds all its interviews now. */
export async function placeReleasedAnew(client: pg.PoolClient, dictionary: Dictionary) {
  for (const members of inGroups(await releasedInterviews(client, dictionary, null))) {
    const places = members.map(({ nowLeaves, leaves }) => placesOf(dictionary, nowLeaves ?? leaves))
    const common = [...dictionary.views.keys()].map((_, view) =>
      commonPlace(dictionary, view, [...new Set(places.map((own) => own[view] ?? rootNumber))]),
    )
    const leaves = leavesOf(dictionary, common)
    if (members.some((one) => one.leaves.join() !== leaves.join()))
      await moveReleased(client, dictionary, members, leaves)
  }
}

async function tooSmall(client: pg.PoolClient, dictionary: Dictionary): Promise<readonly (Bundle & Dated)[]> {
  const groups = await smallGroups(client, dictionary, dictionary.definition.settings.minimumN)
  if (groups.length === 0) return []
  return inGroups(await releasedInterviews(client, dictionary, groups)).map((members) => ({
    people: [...new Set(members.map(({ person }) => person))],
    places: placesOf(dictionary, members[0]?.leaves ?? []),
    day: members[0]?.day ?? null,
    members,
    told: members,
  }))
}

type Dated = { readonly day: string | null }

async function arrived(client: pg.PoolClient, dictionary: Dictionary): Promise<readonly (Bundle & Dated)[]> {
  const { protectionPeriod } = dictionary.definition.settings
  return (await waitingInterviews(client, dictionary)).map(({ number, person, day, leaves }) => ({
    people: [person],
    places: placesOf(dictionary, leaves),
    day: day === null || day <= undated ? null : startOf(protectionPeriod, day, dictionary.calendar),
    members: [{ number, person }],
    told: [],
  }))
}

function byPeriod(bundles: readonly (Bundle & Dated)[]): ReadonlyMap<string | null, readonly Bundle[]> {
  const found = new Map<string | null, Bundle[]>()
  for (const bundle of bundles) found.set(bundle.day, [...(found.get(bundle.day) ?? []), bundle])
  return found
}

async function releaseGroup(
  client: pg.PoolClient,
  dictionary: Dictionary,
  day: string | null,
  group: ProtectedGroup<Bundle>,
) {
  const members = group.units.flatMap((unit) => unit.members)
  const told = new Map(group.units.flatMap((unit) => unit.told).map((one) => [one.number, one]))
  const now = await answersOf(
    client,
    dictionary,
    members.map(({ number }) => number),
  )
  const answered = members.map(({ number, person }): AnsweredPerson => {
    const before = told.get(number)
    return {
      person,
      answers: before?.told ?? now.get(number)?.answers ?? {},
      isWeighed: (before ?? now.get(number))?.isWeighed === true,
    }
  })
  await storeGroup(
    client,
    dictionary,
    {
      day,
      leaves: leavesOf(dictionary, group.places),
      ...releasedAnswers(dictionary, answered),
    },
    members.map(({ number, person }) => ({ number, person })),
  )
  const backgrounds = dictionary.definition.questions.filter(isBackground).map(({ id }) => id)
  await withholdFrom(client, dictionary, laterInterviews(members), backgrounds)
}

/** An interview's place in each view of the survey, in their order; one that is not there any more is the root. */
const placesOf = ({ views }: Dictionary, leaves: readonly number[]): number[] =>
  [...views.values()].map(({ number, tree }) => {
    const leaf = leaves[number - 1] ?? rootNumber
    return tree.nodes.has(leaf) ? leaf : rootNumber
  })

/** The same as stored: by the number of each view. */
function leavesOf({ views }: Dictionary, places: readonly number[]): number[] {
  const stored = [...views.values()]
  const most = Math.max(...stored.map(({ number }) => number))
  const leaves = Array.from({ length: most }, () => rootNumber)
  for (const [at, { number }] of stored.entries()) leaves[number - 1] = places[at] ?? rootNumber
  return leaves
}

function parentOf({ views }: Dictionary, view: number, node: number): number | null {
  if (node === rootNumber) return null
  const tree = [...views.values()][view]?.tree
  return tree?.line(node).at(-2)?.number ?? rootNumber
}

function commonPlace(dictionary: Dictionary, view: number, places: readonly number[]): number {
  const lineOf = (node: number): number[] => {
    const parent = parentOf(dictionary, view, node)
    return parent === null ? [node] : [node, ...lineOf(parent)]
  }
  const [first = rootNumber, ...others] = places
  const lines = others.map((place) => new Set(lineOf(place)))
  return lineOf(first).find((node) => lines.every((line) => line.has(node))) ?? rootNumber
}

function inGroups(interviews: readonly Released[]): readonly (readonly Released[])[] {
  const found = new Map<string, Released[]>()
  for (const one of interviews) found.set(one.group, [...(found.get(one.group) ?? []), one])
  return [...found.values()]
}
