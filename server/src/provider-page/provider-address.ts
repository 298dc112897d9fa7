import { ownProvider } from '../configuration/sign-in.ts'

/** Where everything of the own provider lives, below the public address: as in a Keycloak. */
export const realmPath = `${ownProvider.path}/realms/${ownProvider.realm}`
/** Below the realm's path. */
export const connectPath = '/protocol/openid-connect'
export const formPath = `${realmPath}/login-actions/authenticate`

export const issuerOf = (publicUrl: string): string => new URL(realmPath, publicUrl).href
