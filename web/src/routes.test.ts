import { type Chrome, type ScreenName, screens } from '@kaiku/core/screen.ts'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { makeRouter } from './routes.tsx'
import { guard } from './sign-in/guard.ts'

const router = makeRouter(new QueryClient())
const all: readonly Chrome[] = ['tabs', 'filters', 'menu']
const details: readonly Chrome[] = ['tabs', 'filters']

/** The route table of the specification: an address, its screen, what chrome it hides; `open`: needs no sign-in. */
const table: readonly (readonly [path: string, screen: ScreenName, hides: readonly Chrome[], access?: 'open'])[] = [
  ['/', 'login', all, 'open'],
  ['/upgrade', 'upgrade', all, 'open'],
  ['/vgs', 'vgs', all],
  ['/finland', 'finland', all],
  ['/bigscreen/token', 'bigscreen', all, 'open'],
  ['/ranking/retail/region,all', 'rankings', []],
  ['/proof/retail/region,all/nps', 'proof', details],
  ['/interview/retail/7', 'interview', details],
  ['/alertlist/retail/region,all', 'alerts', []],
  ['/alert/retail/7', 'alert', details],
  ['/alertrules/retail', 'alertrules', details],
  ['/effects/retail', 'effects', details],
  ['/newsurvey/new/7', 'newsurvey', details],
  ['/samplelist/retail/region,all', 'samples', []],
  ['/sample/retail/sample/7', 'sample', details],
  ['/page/home/retail/region,all', 'page', []],
  ['/reportdownload/retail/7', 'reportdownload', []],
  ['/card/retail/region,all', 'mondaycard', []],
  ['/schedules/retail', 'schedules', []],
  ['/work/retail', 'work', []],
  ['/health/retail', 'health', []],
  ['/usage/retail', 'usage', []],
  ['/messages/retail', 'messages', []],
  ['/links/retail', 'links', []],
  ['/campaigns/retail', 'campaigns', []],
  ['/userlist/retail', 'users', []],
  ['/userdetails/retail/7', 'userdetails', []],
  ['/usereditor/retail/7', 'usereditor', details],
  ['/surveylist/retail', 'surveylist', []],
  ['/sl', 'sl', []],
  ['/survey/retail/7', 'survey', []],
  ['/script/retail/7/8', 'script', []],
  ['/script/retail/8', 'globalscript', []],
  ['/script/retail', 'universescript', []],
  ['/role/retail/7', 'role', []],
  ['/formeditor/retail/visit', 'formeditor', []],
  ['/places/retail/region', 'places', []],
  ['/mapping/retail/file', 'mapping', []],
  ['/mailtemplate/retail/7', 'mailtemplate', []],
  ['/smstemplate/retail/7', 'smstemplate', []],
  ['/lettertemplate/retail/7', 'lettertemplate', []],
  ['/mailcampaign/retail/7', 'mailcampaign', []],
  ['/createmailcampaign/retail/new/region,all', 'createmailcampaign', details],
  ['/sql/retail/region,all', 'sql', details],
  ['/integrity/retail', 'integrity', []],
  ['/responsive', 'responsive', all, 'open'],
  ['/leave/token', 'leave', all, 'open'],
  ['/shared/retail/7/secret', 'shared', all, 'open'],
  ['/administration/retail', 'administration', []],
  ['/settings/retail', 'settings', []],
  ['/audit/retail', 'audit', []],
]
const routeAt = (path: string) => router.getMatchedRoutes(path)[0].at(-1)

describe('the addresses of the app', () => {
  it.each(table.map(([path, screen, hides, access]) => ({ path, screen, hides, access })))(
    '$path has its route, its chrome and its access',
    ({ path, screen, hides, access }) => {
      expect(routeAt(path)?.fullPath).toBe(screens[screen].path)
      expect(screens[screen].hides).toEqual(hides)
      const visit = { path, query: new URLSearchParams(), configured: true, viewer: null }
      expect(guard(visit).to).toBe(access === 'open' ? 'pass' : 'provider')
      expect(guard({ ...visit, viewer: { isRoot: false } }).to).toBe('pass')
    },
  )

  it('are all of the table', () => {
    expect(new Set(table.map(([, screen]) => screen))).toEqual(new Set(Object.keys(screens)))
  })

  it.each(['/nowhere', '/vgs/deeper', '/ranking/retail', '/alert'])(
    'do not know %s, which leads to the start',
    (path) => {
      expect(routeAt(path)?.fullPath).not.toBe(path)
      const visit = { path, query: new URLSearchParams(), configured: true, viewer: { isRoot: false } }
      expect(guard(visit)).toEqual({ to: 'start' })
    },
  )
})
