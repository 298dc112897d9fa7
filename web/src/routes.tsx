import { type QueryName, queryNames, type ScreenName, screens } from '@kaiku/core/screen.ts'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { recordHit, recordOpened } from './analytics/hit.ts'
import { BrokenBigScreen } from './big-screen/broken-screen.tsx'
import { isBigScreen } from './big-screen/is-big-screen.ts'
import { BrokenScreen } from './bug/broken-screen.tsx'
import { reportBug } from './bug/report-bug.ts'
import { Live } from './live-event/live.tsx'
import { SignedIn } from './login/signed-in.tsx'
import { Waiting } from './overlay/full-notice.tsx'
import { Snackbar } from './overlay/snackbar.tsx'
import { fetchAhead } from './result-page/fetch-ahead.ts'
import * as code from './screen-code.ts'
import { currentSession, identityOf } from './session/session.ts'
import { ResultLayout } from './shell/result-layout.tsx'
import { ScreenLayout } from './shell/screen-layout.tsx'
import { guard } from './sign-in/guard.ts'
import { clientConfiguration, leaveUnasked } from './sign-in/provider-session.ts'
import { StartPage, SurveyListShortcut } from './start/start.page.tsx'
import { UniverseLook } from './universe/universe-look.tsx'

type Context = { client: QueryClient }
type Search = Partial<Record<QueryName, string>>

const validateSearch = (search: Record<string, unknown>): Search =>
  Object.fromEntries(queryNames.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])))

/** Lets a visit pass, or leads it to where one signs in. */
function keepOut({ location }: { location: { href: string; search: Search } }) {
  const passage = guard({
    path: location.href,
    query: new URLSearchParams(location.search),
    configured: clientConfiguration() !== null,
    viewer: identityOf(currentSession()),
  })
  if (passage.to === 'pass') return recordOpened(location.search.linkable)
  // The page waits here while the browser leaves.
  if (passage.to === 'provider' && leaveUnasked(passage.redirect)) return new Promise<void>(() => {})
  if (passage.to === 'start' && passage.hit) void recordHit(passage.hit)
  const { redirect: onward, survey } = { redirect: undefined, survey: undefined, ...passage }
  throw redirect({
    to: '/',
    search: { ...(onward === undefined ? {} : { redirect: onward }), ...(survey === undefined ? {} : { survey }) },
    replace: true,
  })
}

const root = createRootRouteWithContext<Context>()({
  validateSearch,
  beforeLoad: keepOut,
  component: () => (
    <>
      {/* A big screen has the look of its key, whoever is signed in here. */}
      {!isBigScreen() && <UniverseLook />}
      {!isBigScreen() && <Live />}
      <Outlet />
      <Snackbar />
    </>
  ),
  notFoundComponent: () => <Navigate to="/" replace />,
})

const start = createRoute({ getParentRoute: () => root, path: '/', component: StartPage })
const result = createRoute({
  getParentRoute: () => root,
  id: 'result',
  component: () => (
    <SignedIn otherwise={<Waiting />}>
      <ResultLayout />
    </SignedIn>
  ),
})
const ranking = createRoute({
  getParentRoute: () => result,
  path: screens.rankings.path,
  loaderDeps: ({ search }) => search,
  loader: fetchAhead,
})
const page = createRoute({
  getParentRoute: () => result,
  path: screens.page.path,
  loaderDeps: ({ search }) => search,
  loader: fetchAhead,
})
const screen = createRoute({
  getParentRoute: () => root,
  id: 'screen',
  component: () => (
    <SignedIn otherwise={<Waiting />}>
      <ScreenLayout />
    </SignedIn>
  ),
})
/** A screen whose code is loaded when it is opened. */
const loaded = <const Path extends string, M extends Record<string, unknown>>(
  path: Path,
  load: () => Promise<M>,
  component: keyof M & string,
) => createRoute({ getParentRoute: () => screen, path, component: lazyRouteComponent(load, component) })
const userDetails = loaded(screens.userdetails.path, code.loadAccountPage, 'AccountPage')
const administered: typeof loaded = (path, load, component) => loaded(path, code.administration(load), component)
const campaigned: typeof loaded = (path, load, component) =>
  loaded(path, code.campaignTexts(code.reasonTexts(load)), component)
const interview = loaded(screens.interview.path, code.loadInterviewPage, 'InterviewPage')
const proof = loaded(screens.proof.path, code.loadProofPage, 'FigureProofPage')
const alerts = createRoute({
  getParentRoute: () => result,
  path: screens.alerts.path,
  component: lazyRouteComponent(code.loadAlertListPage, 'AlertListPage'),
})
const alert = loaded(screens.alert.path, code.loadAlertPage, 'AlertPage')
const samples = createRoute({
  getParentRoute: () => result,
  path: screens.samples.path,
  component: lazyRouteComponent(code.loadSampleListPage, 'SampleListPage'),
})
const mondayCard = createRoute({
  getParentRoute: () => result,
  path: screens.mondaycard.path,
  component: lazyRouteComponent(code.loadMondayCardPage, 'MondayCardPage'),
})
const sample = loaded(screens.sample.path, code.loadSamplePage, 'SamplePage')
const reportDownload = loaded(screens.reportdownload.path, code.loadReportPage, 'ReportPage')
const schedules = loaded(screens.schedules.path, code.loadSchedulesPage, 'SchedulesPage')
const links = loaded(screens.links.path, code.loadLinksPage, 'LinksPage')
/** A screen without any frame, for whoever comes. */
const bare = <M extends Record<string, unknown>>(
  name: ScreenName,
  load: () => Promise<M>,
  component: keyof M & string,
) =>
  createRoute({
    getParentRoute: () => root,
    path: screens[name].path,
    component: lazyRouteComponent(code.administration(load), component),
  })
const forwarding = createRoute({
  getParentRoute: () => root,
  id: 'forwarding',
  component: () => (
    <SignedIn otherwise={<Waiting />}>
      <Outlet />
    </SignedIn>
  ),
})
const forwarded = (name: 'vgs' | 'finland') =>
  createRoute({
    getParentRoute: () => forwarding,
    path: screens[name].path,
    component: lazyRouteComponent(
      code.administration(() => import('./start/forwarding.page.tsx')),
      'ForwardingPage',
    ),
  })
const surveyListShortcut = createRoute({
  getParentRoute: () => forwarding,
  path: screens.sl.path,
  component: SurveyListShortcut,
})
const bigScreen = createRoute({
  getParentRoute: () => root,
  path: screens.bigscreen.path,
  component: lazyRouteComponent(
    code.administration(() => import('./big-screen/big-screen.page.tsx')),
    'BigScreenPage',
  ),
  errorComponent: BrokenBigScreen,
})
const shared = createRoute({
  getParentRoute: () => root,
  path: screens.shared.path,
  component: lazyRouteComponent(code.loadSharedPage, 'SharedPage'),
})
const leave = createRoute({
  getParentRoute: () => root,
  path: screens.leave.path,
  component: lazyRouteComponent(code.loadLeavePage, 'LeavePage'),
})

const tree = root.addChildren([
  start,
  bare('upgrade', () => import('./start/upgrade.page.tsx'), 'UpgradePage'),
  bare('responsive', () => import('./start/responsive.page.tsx'), 'ResponsivePage'),
  bigScreen,
  shared,
  leave,
  forwarding.addChildren([forwarded('vgs'), forwarded('finland'), surveyListShortcut]),
  result.addChildren([ranking, page, alerts, samples, mondayCard]),
  screen.addChildren([
    userDetails,
    administered(screens.users.path, () => import('./user-list/user-list.page.tsx'), 'UserListPage'),
    administered(screens.usereditor.path, () => import('./user-editor/user-editor.page.tsx'), 'UserEditorPage'),
    administered(screens.role.path, () => import('./role/role.page.tsx'), 'RolePage'),
    administered(screens.settings.path, () => import('./universe/settings.page.tsx'), 'SettingsPage'),
    administered(screens.administration.path, () => import('./start/administration.page.tsx'), 'AdministrationPage'),
    administered(screens.usage.path, code.loadUsagePage, 'UsagePage'),
    administered(screens.audit.path, () => import('./audit/audit.page.tsx'), 'AuditPage'),
    administered(screens.surveylist.path, () => import('./backend/survey-list.page.tsx'), 'SurveyListPage'),
    loaded(screens.survey.path, code.loadSurveyDetails, 'SurveyDetailsPage'),
    interview,
    proof,
    alert,
    administered(screens.alertrules.path, code.loadAlertRulesPage, 'AlertRulesPage'),
    administered(screens.effects.path, code.loadEffectsPage, 'EffectsPage'),
    sample,
    reportDownload,
    schedules,
    links,
    loaded(screens.sql.path, code.loadSqlPage, 'SqlPage'),
    loaded(screens.integrity.path, code.loadResponseCheck, 'ResponseCheckPage'),
    loaded(screens.work.path, code.loadWorkPage, 'WorkPage'),
    loaded(screens.health.path, code.loadHealthPage, 'HealthPage'),
    loaded(screens.messages.path, code.loadMessagesPage, 'MessagesPage'),
    loaded(screens.newsurvey.path, code.loadNewSurvey, 'NewSurveyPage'),
    ...[screens.script, screens.globalscript, screens.universescript].map(({ path }) =>
      loaded(path, code.loadScriptPage, 'ScriptPage'),
    ),
    campaigned(
      screens.campaigns.path,
      code.administration(() => import('./campaign-page/campaigns.page.tsx')),
      'CampaignsPage',
    ),
    campaigned(screens.mailcampaign.path, () => import('./campaign-page/campaign.page.tsx'), 'CampaignPage'),
    campaigned(
      screens.createmailcampaign.path,
      () => import('./campaign-page/create-campaign.page.tsx'),
      'CreateCampaignPage',
    ),
    loaded(screens.formeditor.path, code.loadFormEditor, 'FormEditorPage'),
    loaded(screens.places.path, code.loadPlaceEditor, 'PlaceEditorPage'),
    loaded(screens.mapping.path, code.loadMapping, 'MappingPage'),
    ...[screens.mailtemplate, screens.smstemplate, screens.lettertemplate].map(({ path }) =>
      campaigned(path, () => import('./template/template.page.tsx'), 'TemplatePage'),
    ),
  ]),
])

export const makeRouter = (client: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { client },
    defaultErrorComponent: BrokenScreen,
    defaultOnCatch: reportBug,
    defaultPreload: 'intent',
    defaultPreloadDelay: 60,
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    pathParamsAllowedCharacters: [';', ',', '=', '+'],
    // Plain names and texts, so that an address reads the same wherever it is written.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(
        Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      ).toString()
      return text === '' ? '' : `?${text}`
    },
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
