import { currentSession, identityOf, universeOfTab } from './session.ts'

/** A path with the universe of this tab, for viewers of several: opened anew it would lead to their first one. */
export function ownAddress(path: string): string {
  const several = (identityOf(currentSession())?.universes.length ?? 0) > 1
  return several
    ? `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ universe: universeOfTab() })}`
    : path
}
