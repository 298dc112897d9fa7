import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pathTo, type ScreenName, screens } from './screen.ts'

describe('screens', () => {
  it('have one address each', () => {
    const shapes = Object.values(screens).map(({ path }) => path.replace(/\$\w+/g, '$'))
    expect(new Set(shapes).size).toBe(shapes.length)
  })

  it('ask for sign-in except where nobody can be signed in', () => {
    const open = Object.entries(screens).filter(([, { signIn }]) => !signIn)
    expect(open.map(([name]) => name)).toEqual(['login', 'upgrade', 'responsive', 'bigscreen', 'shared', 'leave'])
  })

  it('know every name of the navigation helper', () => {
    const names =
      'login vgs finland rankings alerts samples page alert interview sample surveylist survey script globalscript ' +
      'universescript role mailtemplate smstemplate lettertemplate mailcampaign createmailcampaign sql usereditor userdetails users'
    expect(Object.keys(screens)).toEqual(expect.arrayContaining(names.split(' ')))
  })
})

describe('pathTo', () => {
  it('fills in an address', () => {
    expect(pathTo('alert', { survey: 'retail', alertId: '7' })).toBe('/alert/retail/7')
    expect(pathTo('login', {})).toBe('/')
    expect(pathTo('page', { pageId: 'home', survey: 'retail', drillPath: 'region,all' })).toBe(
      '/page/home/retail/region,all',
    )
  })

  it('takes a sample to be opened from the sample list unless told', () => {
    expect(pathTo('sample', { survey: 'retail', sampleId: '3' })).toBe('/sample/retail/sample/3')
    expect(pathTo('sample', { survey: 'retail', sampleId: '3', fromPage: 'home' })).toBe('/sample/retail/home/3')
  })

  it('keeps a filtered drill path readable and its escapes intact', () => {
    const drillPath = 'region,all;city=A%2AB;ftime=rdays-30+0'
    expect(pathTo('rankings', { survey: 'retail', drillPath })).toBe(
      '/ranking/retail/region,all;city=A%252AB;ftime=rdays-30+0',
    )
  })

  it('adds a query', () => {
    expect(pathTo('mailcampaign', { survey: 'retail', campaignId: 'c' }, { fromPage: 'home', universe: 'a&b' })).toBe(
      '/mailcampaign/retail/c?fromPage=home&universe=a%26b',
    )
  })

  it('needs every parameter', () => {
    const names: ScreenName[] = ['alert']
    // @ts-expect-error alertId is missing
    expect(pathTo('alert', { survey: 'retail' })).toBe('/alert/retail/')
    expect(names).toContain('alert')
  })

  it('never lets a value out of its segment', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (alertId) => {
        const segments = pathTo('alert', { survey: 'retail', alertId }).split('/')
        expect(segments).toHaveLength(4)
        expect(decodeURIComponent(segments[3] ?? '')).toBe(alertId)
      }),
    )
  })
})
