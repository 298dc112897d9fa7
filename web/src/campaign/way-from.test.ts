import { describe, expect, it } from 'vitest'
import { wayFrom } from './way-from.ts'

const here = {
  campaignId: '01890000-0000-7000-8000-000000000000',
  survey: 'visits',
  pages: [
    { extname: 'overview', title: 'Overview' },
    { extname: 'rankings', title: 'Places' },
  ],
  drillPath: 'region,all,fi',
}

describe('the way back that an address names', () => {
  it.each([
    ['overview', '/page/overview/visits/region,all,fi'],
    ['rankings', '/ranking/visits/region,all,fi'],
    ['mailcampaign', '/mailcampaign/visits/01890000-0000-7000-8000-000000000000'],
    ['campaigns', '/campaigns/visits'],
    [undefined, '/campaigns/visits'],
  ])('%s', (fromPage, to) => {
    expect(wayFrom({ ...here, fromPage }).to).toBe(to)
  })

  it.each([
    ...['https://example.com/', '//example.com', '/\\example.com', '\\\\example.com', 'javascript:alert(1)'],
    ...['/page/overview/visits/region,all', 'Overview', 'overview ', '__proto__', 'constructor', ''],
  ])('is to the campaigns where it is no page of the survey: %s', (fromPage) => {
    expect(wayFrom({ ...here, fromPage }).to).toBe('/campaigns/visits')
  })

  it.each([undefined, '', '..', '//example.com', '01890000-0000-7000-8000-000000000000/../..'])(
    'is to the campaigns where no campaign is named: %s',
    (campaignId) => {
      expect(wayFrom({ ...here, fromPage: 'mailcampaign', campaignId }).to).toBe('/campaigns/visits')
    },
  )
})
