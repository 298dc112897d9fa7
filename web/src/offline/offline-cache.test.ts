import { describe, expect, it } from 'vitest'
import { isCached, isOwnPage, viewerHash } from './offline-cache.ts'

describe('what is kept to be shown without a connection', () => {
  it.each([
    ['/api/result/page/retail/region,all/overview', true],
    ['/api/result/place/retail/region,all', true],
    ['/api/config/client', true],
    ['/api/bigscreen/state', false],
    ['/api/user/list', false],
    ['/api/universedata/settings', false],
    ['/api/vuejs/surveys/apikey/list/retail', false],
    ['/api/audit/list', false],
  ])('%s: %s', (path, is) => {
    expect(isCached(path)).toBe(is)
  })

  it('is the app’s own page, and none that the server makes', () => {
    expect(['/', '/ranking/a/b', '/bigscreen/x', '/apiary'].every(isOwnPage)).toBe(true)
    expect(['/api/docs', '/auth/realms/kaiku', '/silent-check-sso', '/api?x', '/form/a/b'].some(isOwnPage)).toBe(false)
  })

  it('is another viewer’s for another token, universe or person looked at', async () => {
    const hashes = await Promise.all([
      viewerHash('Bearer a', 'acme', null),
      viewerHash('Bearer b', 'acme', null),
      viewerHash('Bearer a', 'globex', null),
      viewerHash('Bearer a', 'acme', 'anna'),
      viewerHash('Bearer a', null, 'acme'),
    ])
    expect(new Set(hashes).size).toBe(5)
    expect(await viewerHash('Bearer a', 'acme', null)).toBe(hashes[0])
  })
})
