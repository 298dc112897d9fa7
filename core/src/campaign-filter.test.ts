import fc from 'fast-check'
import { expect, it } from 'vitest'
import { campaignAnswers, campaignStates, readCampaignFilter, writeCampaignFilter } from './campaign-filter.ts'
import { formatToken, parseToken } from './filter-token.ts'

const filters = fc.record({
  campaign: fc.string({ minLength: 1 }),
  days: fc.option(fc.nat(9999), { nil: null }),
  state: fc.constantFrom(...campaignStates),
  opened: fc.constantFrom(...campaignAnswers),
  clicked: fc.constantFrom(...campaignAnswers),
})

it('writes campaign, days, state, opened and clicked', () => {
  const filter = { campaign: 'autumn', days: 7, state: 'delivered', opened: 'yes', clicked: 'any' } as const
  expect(writeCampaignFilter(filter)).toBe('autumn:7:delivered:yes:any')
  expect(writeCampaignFilter({ ...filter, days: null })).toBe('autumn::delivered:yes:any')
})

it('survives the token with any campaign name', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      const token = formatToken(new Map([['campaign', [writeCampaignFilter(filter)]]]))
      const parsed = parseToken(token)
      const written = parsed.ok ? (parsed.value.get('campaign')?.[0] ?? '') : ''
      expect(readCampaignFilter(written)).toEqual(filter)
    }),
  )
})

it.each([
  '',
  'a',
  'a:7:delivered:yes',
  ':7:any:any:any',
  'a:x:any:any:any',
  'a:7:lost:any:any',
  'a:7:any:any:maybe',
  'a:7:any:any:any:any',
])('refuses %j', (written) => expect(readCampaignFilter(written)).toBeNull())
