import { describe, expect, it } from 'vitest'
import { parseFiltered } from './drill-path.ts'
import { isLong, referenceIn, referenceTo, writtenAs } from './filter-reference.ts'
import { formatToken, option } from './filter-token.ts'

const values = (count: number, name = 's') => Array.from({ length: count }, (_, at) => option(`${name}${at}`))
const tokenOf = (some: readonly string[]) => formatToken(new Map([['store', some]]))

describe('a token in an address', () => {
  it('stands there as it is up to 4 kB of what an address is written with', () => {
    for (const token of [tokenOf([]), tokenOf(values(300)), tokenOf(values(50, 'kauppa')), tokenOf(values(30, 'älä'))])
      expect(writtenAs(token)).toBe(token)
    expect(isLong(tokenOf(values(300, 'ääää')))).toBe(true)
    expect(isLong(tokenOf(values(300, 'aaaa')))).toBe(false)
  })

  it('is referred to above that: the same for the same selection, however it was put together', () => {
    const some = values(2000)
    const written = writtenAs(tokenOf(some))
    expect(writtenAs(tokenOf([...some].reverse()))).toBe(written)
    expect(writtenAs(tokenOf(values(2001)))).not.toBe(written)
    expect(referenceIn(`region,all;${written}`)).toEqual({ path: 'region,all', reference: written })
  })

  it('is told apart from a reference: neither reads as the other', () => {
    const reference = referenceTo('x')
    expect(parseFiltered(`region,all;${reference}`).ok).toBe(false)
    for (const text of ['region,all', 'region,all;', 'region,all;store=s1', `region,all;${reference}=1`, 'a;~none'])
      expect(referenceIn(text)).toBeNull()
  })
})
