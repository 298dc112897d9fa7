import { type Grant, type NodesByView, type Permission, permissions, type Viewer } from '@kaiku/core/access.ts'
import type { OracleInterview } from './oracle.ts'
import type { Random } from './random.ts'

/** Places of some interviews, cut off at a random depth; now and then one that leads nowhere. */
function randomNodes(random: Random, interviews: readonly OracleInterview[]): NodesByView {
  const paths = (view: string) =>
    Array.from({ length: random.whole(1, 3) }, () => {
      const line = random.pick(interviews).places[view] ?? []
      return random.chance(0.05) ? ['nowhere'] : line.slice(0, random.whole(1, Math.max(1, line.length)))
    })
  const views = random.pick([['stores'], ['units'], ['stores', 'units'], []])
  return Object.fromEntries(views.map((view) => [view, paths(view)]))
}

function randomGrant(random: Random, interviews: readonly OracleInterview[], name: string): Grant {
  const some = new Set<Permission>(random.some(permissions, 5))
  if (random.chance(0.6)) some.add('seeIndicators')
  if (random.chance(0.4)) some.add('seeComments')
  return {
    role: name,
    permissions: random.chance(0.3) ? permissions : [...some],
    surveys: random.pick([null, null, ['open', 'guarded'], ['elsewhere']]),
    rows: randomNodes(random, interviews),
    figures: random.chance(0.25) ? randomNodes(random, interviews) : null,
  }
}

/** Somebody with some roles, who may look through somebody else's eyes and may take along what they see. */
export function randomViewer(random: Random, universe: string, interviews: readonly OracleInterview[]): Viewer {
  const grants = () =>
    Array.from({ length: random.whole(1, 3) }, (_, at) => randomGrant(random, interviews, `role ${at}`))
  const own = grants()
  return {
    userId: 'test',
    username: 'test',
    universe,
    universes: [universe],
    isUserAdmin: own.some((grant) => grant.permissions.includes('manageUsers')),
    isRoot: false,
    isReadOnly: false,
    locale: 'en',
    grants: own,
    ...(random.chance(0.2) && { within: grants() }),
    takesAlong: random.chance(0.2),
  }
}

export const begins = (line: readonly string[], start: readonly string[]) => start.every((id, at) => line[at] === id)

/**
 * What rights come to in one survey, taken word by word from the rule: within a role nodes of a view are OR, views are
 * AND; roles are OR; through somebody else's eyes both apply; who takes along needs the right to, too.
 */
export class OracleRights {
  readonly survey: string
  constructor(survey: string) {
    this.survey = survey
  }

  listed = (grants: readonly Grant[]) =>
    grants.filter(({ surveys }) => surveys === null || surveys.includes(this.survey))

  /** Alternatives; the nodes of each apply together. */
  sets({ grants, within, takesAlong }: Viewer, permission: Permission): (readonly NodesByView[])[] {
    const asked = [permission, ...(takesAlong ? (['export'] as const) : [])]
    const held = asked.flatMap((one) =>
      [grants, ...(within ? [within] : [])].map((own) =>
        this.listed(own)
          .filter((grant) => grant.permissions.includes(one))
          .map(({ rows, figures }) => narrowing(permission === 'seeIndicators' ? (figures ?? rows) : rows)),
      ),
    )
    return held.reduce<(readonly NodesByView[])[]>(
      (sets, own) => sets.flatMap((set) => own.map((nodes) => [...set, nodes])),
      [[]],
    )
  }

  /** How a call that needs all of these is refused; null: it is not. */
  refusal(who: Viewer, ...needed: readonly Permission[]): 'not_found' | 'forbidden' | null {
    const lists = [who.grants, ...(who.within ? [who.within] : [])]
    if (lists.some((grants) => this.listed(grants).length === 0)) return 'not_found'
    return needed.some((permission) => this.sets(who, permission).length === 0) ? 'forbidden' : null
  }

  permits = (who: Viewer, permission: Permission, { places }: OracleInterview): boolean =>
    this.sets(who, permission).some((set) =>
      set.every((nodes) =>
        Object.entries(nodes).every(([view, paths]) => paths.some((path) => begins(places[view] ?? [], path))),
      ),
    )

  /** The places of a view that the right is made of, the root where a role leaves it open. `exists`: closed ones allow nothing. */
  tops(who: Viewer, permission: Permission, view: string, exists: Exists): (readonly string[])[] {
    return this.sets(who, permission).flatMap((set) => topsOf(set, view, exists))
  }

  /** Whether a place may be named: it holds such a place, or lies below one. */
  tells = (who: Viewer, [view = '', ...line]: readonly string[], exists: Exists, of: Permission = 'seeIndicators') =>
    this.tops(who, of, view, exists).some((top) => begins(line, top) || begins(top, line))

  /** Whether everything at a place is permitted by roles that name no other view. */
  holdsWhole = (who: Viewer, permission: Permission, [view = '', ...line]: readonly string[], exists: Exists) =>
    this.sets(who, permission)
      .filter((set) => set.every((nodes) => Object.keys(nodes).every((name) => name === view)))
      .some((set) => topsOf(set, view, exists).some((top) => begins(line, top)))
}

/** The root of a view narrows nothing. */
const narrowing = (nodes: NodesByView): NodesByView =>
  Object.fromEntries(Object.entries(nodes).filter(([, paths]) => paths.every((path) => path.length > 0)))

type Exists = (view: string, path: readonly string[]) => boolean

const topsOf = (set: readonly NodesByView[], view: string, exists: Exists) =>
  set.reduce<(readonly string[])[]>(
    (tops, { [view]: paths }) =>
      paths === undefined
        ? tops
        : tops.flatMap((top) =>
            paths
              .filter((path) => exists(view, path))
              .flatMap((path) => (begins(path, top) ? [path] : begins(top, path) ? [top] : [])),
          ),
    [[]],
  )
