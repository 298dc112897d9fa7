export type Quarantined = { readonly test: string; readonly since: string; readonly why: string }
export const quarantine: readonly Quarantined[]
export function faultsOfQuarantine(
  list: readonly Quarantined[],
  found: ReadonlyMap<string, readonly string[]>,
): string[]
