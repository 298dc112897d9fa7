import { sha256 } from '@kaiku/core/sha-256.ts'

/** Stands in a browser for what interviews take of Node’s own. */
export const hash = (_algorithm: 'sha256', text: string, _encoding: 'hex'): string => sha256(text)
