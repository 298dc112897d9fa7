const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A refresh token in the shape of a JWT, which the browser's client insists on reading. The last part is the token. */
export const wrapped = (token: string, { iat, exp, sid }: { iat: number; exp: number; sid: string | undefined }) =>
  `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded({ typ: 'Refresh', iat, exp, sid })}.${token}`

export const unwrapped = (token: string): string => token.slice(token.lastIndexOf('.') + 1)
