import { createHash, randomBytes } from 'node:crypto'

const bytes = 32

/** 256 random bits for an address, a header or a cookie. */
export const newToken = (): string => randomBytes(bytes).toString('base64url')

/** What is kept of a token: nobody who reads the tables can use it. Random tokens need no salt. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
