import type { PlaceName } from '@kaiku/contract/role.ts'
import type { NodesByView } from '@kaiku/core/access.ts'
import type { Places } from '@kaiku/core/assignment.ts'
import type { TFunction } from 'i18next'
import { hasPlace } from '../people/role-draft.ts'

type Placed = Places & { readonly places: readonly PlaceName[] }

const namesIn = (nodes: NodesByView, places: readonly PlaceName[]) =>
  places
    .filter(({ view, path }) => hasPlace(nodes, view, path))
    .map(({ names }) => (names.length > 1 ? names.slice(1) : names).join(' › '))

const nodesText = (nodes: NodesByView, places: readonly PlaceName[], t: TFunction) => {
  if (Object.keys(nodes).length === 0) return t('access.everywhere')
  return namesIn(nodes, places).join(', ') || t('access.nowhere')
}

/** Where somebody has a role: “Finland › Uusimaa · Wider access to figures: Finland”. */
export const placedText = ({ rows, figures, places }: Placed, t: TFunction): string =>
  [
    nodesText(rows, places, t),
    ...(figures === null ? [] : [`${t('role.figures')}: ${nodesText(figures, places, t)}`]),
  ].join(' · ')

const mostNamed = 2

/** “Store manager (Kamppi)”; a role that is held everywhere by its name alone. */
export function roleText({ name, rows, places }: Placed & { readonly name: string }, t: TFunction): string {
  if (Object.keys(rows).length === 0) return name
  const own = places.filter(({ view, path }) => hasPlace(rows, view, path)).map(({ names }) => names.at(-1) ?? '')
  return `${name} (${own.length > mostNamed ? t('role.places', { count: own.length }) : own.join(', ')})`
}
