import { calls } from '@kaiku/contract/calls.ts'
import { describe, expect, it } from 'vitest'
import { standing } from './address.ts'
import type { CallName } from './calls.ts'
import { addressOf } from './send.ts'

describe('a call', () => {
  it('goes where the contract says, all of them', () => {
    const all = Object.entries(calls).flatMap(([group, of]) =>
      Object.entries(of).map(([name, { method, path, query }]) => ({
        name: `${group}.${name}`,
        said: { method, path, query: Object.keys(query?.shape ?? {}) },
      })),
    )
    expect(all.length).toBeGreaterThan(150)
    for (const { name, said } of all) expect([name, standing(name as CallName)]).toEqual([name, said])
  })

  it('encodes what stands in the path, and leaves out what is not given', () => {
    const { url, body } = addressOf('result.place', { survey: 'a b', path: 'region,all;age=1*2', compare: 'previous' })
    expect(url).toBe('/api/result/place/a%20b/region%2Call%3Bage%3D1*2?compare=previous')
    expect(body).toBeUndefined()
  })

  it('takes nothing where a call takes nothing', () => {
    expect(addressOf('role.list', undefined)).toEqual({ url: '/api/role/list', body: undefined })
    expect(addressOf('session.logout', undefined)).toEqual({ url: '/api/session/logout', body: {} })
  })

  it('sends the rest of a POST as its body', () => {
    const components = [{ type: 'Text' as const, text: 'x' }]
    const { url, body } = addressOf('result.query', { survey: 's', path: 'v,r', locale: 'fi', components })
    expect(url).toBe('/api/result/query/s/v%2Cr?locale=fi')
    expect(body).toEqual({ components })
  })
})
