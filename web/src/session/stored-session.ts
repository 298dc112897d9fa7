import { readStored, removeStored, writeStored } from '../browser/stored.ts'
import { readCookie, removeCookie, writeCookie } from './cookie.ts'

const stored = 'session'
const cookie = 'kaiku-session'

/** The session id that this browser keeps, for a reload or a second tab. */
export const storedSession = (): string | null => readStored(stored) ?? readCookie(cookie)

export const isRemembered = (): boolean => readStored(stored) !== null

/** Remembered: for as long as it is used. Else for a day, and for as long as the browser keeps its cookies. */
export function keepSession(id: string, remember: boolean) {
  forgetSession()
  if (remember) writeStored(stored, id)
  else writeCookie(cookie, id)
}

export function forgetSession() {
  removeStored(stored)
  removeCookie(cookie)
}
