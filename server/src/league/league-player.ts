import type { League } from '@kaiku/contract/league.ts'
import { type DealtLeague, dealLeagues } from '@kaiku/core/league.ts'
import { rootNumber, type StoredNode } from '../dictionary/tree.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { placeRows, rowTitle } from '../figure/rows.ts'
import { ownScope } from '../selection/scope.ts'
import { holdsWhole, isOwnNode, namesHidden, shownNames } from '../selection/visible-node.ts'
import type { LeagueComponent } from './league-round.ts'

/** The places that play, as one viewer sees them. */
export type Board = {
  readonly placeTitle: string
  readonly nodes: readonly StoredNode[]
  /** For each node below, the player an interview, alert or sample there counts for. */
  readonly fold: ReadonlyMap<number, number>
  /** Those whose figures the viewer sees, wholly or as a part of them. */
  readonly isSeen: readonly boolean[]
  readonly isWhole: readonly boolean[]
  readonly isOwn: readonly boolean[]
  /** Where the player stands that the viewer is at, or that alone is theirs; null: none. */
  readonly here: number | null
}

export function boardOf({ who, scan, scope, dictionary, translate }: QueryContext, { depth }: LeagueComponent): Board {
  const { view, node } = scan.selection
  const of = depth === undefined ? 'leaves' : { depth }
  const { nodes, fold } = placeRows(view.tree, rootNumber, of)
  const own = ownScope(who, dictionary)
  const each = (test: (number: number) => boolean) => nodes.map(({ number }) => test(number))
  const isSeen = each((number) => isOwnNode(scope, view, number))
  const isOwn = each((number) => isOwnNode(own, view, number)).map((one, at) => one && isSeen[at] === true)
  const line = new Set(view.tree.line(node).map(({ number }) => number))
  const at = nodes.findIndex(({ number }, index) => line.has(number) && isSeen[index])
  const only = isOwn.filter(Boolean).length === 1 ? isOwn.indexOf(true) : -1
  return {
    placeTitle: rowTitle(view, rootNumber, of, translate),
    nodes,
    fold,
    isSeen,
    isWhole: each((number) => holdsWhole(scope, view, number)),
    isOwn,
    here: at >= 0 ? at : only >= 0 ? only : null,
  }
}

/** A league as its viewer sees it. `players`: of the board's nodes, those that are seen. */
export type SeenLeague = League['leagues'][number] & {
  readonly players: readonly number[]
  /** All places of its regions are seen wholly: only then is it cut by size, and are points told. */
  readonly isWhole: boolean
}

/**
 * The leagues that hold a place which one is at or above, or the viewer's own. `sizes`: interviews of each player. How a
 * region is cut by size depends on all its places, so it is told only to who sees them all.
 */
export function leaguesOf(
  asked: QueryContext,
  board: Board,
  component: LeagueComponent,
  sizes: readonly number[],
): SeenLeague[] {
  const { view, node } = asked.scan.selection
  const lineOf = ({ number }: StoredNode) => view.tree.line(number)
  // A place that stands higher than regions do plays with those right below its own parent.
  const above = (one: StoredNode) => lineOf(one).slice(0, -1)
  const regionOf = (one: StoredNode) =>
    component.region === undefined ? null : (above(one)[component.region - 1] ?? above(one).at(-1) ?? null)
  const players = board.nodes.map((one, at) => ({ region: String(regionOf(one)?.number ?? ''), size: sizes[at] ?? 0 }))
  const { leagueFrom: from, leagueUpTo: upTo } = component
  const dealt = dealLeagues(players, { sizes: component.sizes, from, upTo })
  const isNear = (at: number) =>
    at === board.here || board.nodes.slice(at, at + 1).some((one) => isAtOrBelow(lineOf(one), node))
  return merged(dealt, board).flatMap(({ regions, band, bands, players: all, isWhole }, id) => {
    const seen = all.filter((at) => board.isSeen[at])
    if (!seen.some(isNear)) return []
    const title = component.sizeTitles?.[band]
    const named = bands > 1 ? { at: band + 1, of: bands, title: title ? asked.translate(title) : null } : null
    const names = regions.map((number) => regionName(asked, Number(number), number === ''))
    return [
      {
        id: String(id),
        regions: names.filter((name) => name !== ''),
        band: named,
        places: seen.length,
        players: seen,
        isWhole,
      },
    ]
  })
}

const isAtOrBelow = (line: readonly StoredNode[], top: number) =>
  top === rootNumber || line.some(({ number }) => number === top)

/** Leagues of regions that are not wholly seen are one, uncut. */
function merged(dealt: readonly DealtLeague[], { isWhole }: Board): (DealtLeague & { readonly isWhole: boolean })[] {
  const found = new Map<string, DealtLeague & { readonly isWhole: boolean }>()
  for (const one of dealt) {
    const key = one.regions.join()
    const all = dealt.filter((other) => other.regions === one.regions).flatMap(({ players }) => players)
    if (all.every((at) => isWhole[at])) found.set(`${key} ${one.band}`, { ...one, isWhole: true })
    else found.set(key, { regions: one.regions, band: 0, bands: 1, players: all.sort((a, b) => a - b), isWhole: false })
  }
  return [...found.values()]
}

/** Empty where it is kept from the viewer, or there is none. */
function regionName({ who, scope, scan, translate }: QueryContext, number: number, isAll: boolean): string {
  const { view } = scan.selection
  if (isAll) return ''
  const names = view.tree.line(number).map(({ name }) => translate(name))
  return shownNames(names, namesHidden(who, scope, view)).at(-1) ?? ''
}
