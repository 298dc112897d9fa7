/** What a key of the public API can be made for. A key does nothing that it was not made for. */
export const apiScopes = [
  'interviews:read',
  'interviews:write',
  'corrections:write',
  'samples:write',
  'erasure:write',
] as const
export type ApiScope = (typeof apiScopes)[number]
