import type { may } from './access.ts'

/** Parts of the shell that a screen does without. */
export type Chrome = 'tabs' | 'filters' | 'menu'

type Screen = {
  path: string
  hides: readonly Chrome[]
  signIn: boolean
  /** The right that opens it; absent: anybody who is signed in. */
  needs?: keyof typeof may
}

const all = ['tabs', 'filters', 'menu'] as const
const details = ['tabs', 'filters'] as const
const signedIn = { hides: [], signIn: true } as const
const detail = { hides: details, signIn: true } as const

/** Every address of the app. */
export const screens = {
  login: { path: '/', hides: all, signIn: false },
  upgrade: { path: '/upgrade', hides: all, signIn: false },
  responsive: { path: '/responsive', hides: all, signIn: false },
  vgs: { path: '/vgs', hides: all, signIn: true },
  finland: { path: '/finland', hides: all, signIn: true },
  bigscreen: { path: '/bigscreen/$apiKeyToken', hides: all, signIn: false },
  shared: { path: '/shared/$survey/$interviewId/$secret', hides: all, signIn: false },
  leave: { path: '/leave/$token', hides: all, signIn: false },
  rankings: { path: '/ranking/$survey/$drillPath', ...signedIn },
  proof: { path: '/proof/$survey/$drillPath/$indicator', ...detail },
  interview: { path: '/interview/$survey/$interviewId', ...detail },
  alerts: { path: '/alertlist/$survey/$drillPath', ...signedIn },
  alert: { path: '/alert/$survey/$alertId', ...detail },
  alertrules: { path: '/alertrules/$survey', ...detail, needs: 'seeAlertRules' },
  effects: { path: '/effects/$survey', ...detail, needs: 'editConfiguration' },
  mondaycard: { path: '/card/$survey/$drillPath', ...signedIn },
  samples: { path: '/samplelist/$survey/$drillPath', ...signedIn },
  sample: { path: '/sample/$survey/$fromPage/$sampleId', ...detail },
  page: { path: '/page/$pageId/$survey/$drillPath', ...signedIn },
  reportdownload: { path: '/reportdownload/$survey/$reportUUID', ...signedIn },
  schedules: { path: '/schedules/$survey', ...signedIn },
  links: { path: '/links/$survey', ...signedIn },
  sql: { path: '/sql/$survey/$drillPath', ...detail, needs: 'export' },
  integrity: { path: '/integrity/$survey', ...signedIn, needs: 'seeInterviews' },
  users: { path: '/userlist/$survey', ...signedIn, needs: 'manageUsers' },
  userdetails: { path: '/userdetails/$survey/$userId', ...signedIn },
  administration: { path: '/administration/$survey', ...signedIn },
  settings: { path: '/settings/$survey', ...signedIn, needs: 'manageUniverse' },
  messages: { path: '/messages/$survey', ...signedIn, needs: 'manageUniverse' },
  usage: { path: '/usage/$survey', ...signedIn, needs: 'manageUniverse' },
  audit: { path: '/audit/$survey', ...signedIn, needs: 'seeAudit' },
  work: { path: '/work/$survey', ...signedIn, needs: 'seeWork' },
  usereditor: { path: '/usereditor/$survey/$userId', ...detail, needs: 'manageUsers' },
  health: { path: '/health/$survey', ...signedIn, needs: 'openBackend' },
  surveylist: { path: '/surveylist/$survey', ...signedIn, needs: 'openBackend' },
  newsurvey: { path: '/newsurvey/$survey/$newSurveyId', ...detail, needs: 'addSurvey' },
  sl: { path: '/sl', ...signedIn, needs: 'openBackend' },
  survey: { path: '/survey/$survey/$surveyId', ...signedIn },
  script: { path: '/script/$survey/$surveyId/$scriptId', ...signedIn, needs: 'editConfiguration' },
  globalscript: { path: '/script/$survey/$scriptId', ...signedIn, needs: 'openBackend' },
  universescript: { path: '/script/$survey', ...signedIn, needs: 'editConfiguration' },
  role: { path: '/role/$survey/$roleId', ...signedIn, needs: 'manageUsers' },
  campaigns: { path: '/campaigns/$survey', ...signedIn, needs: 'sendCampaigns' },
  mapping: { path: '/mapping/$survey/$fileId', ...signedIn, needs: 'editConfiguration' },
  places: { path: '/places/$survey/$viewId', ...signedIn, needs: 'editConfiguration' },
  formeditor: { path: '/formeditor/$survey/$formId', ...signedIn, needs: 'editConfiguration' },
  mailtemplate: { path: '/mailtemplate/$survey/$templateId', ...signedIn },
  smstemplate: { path: '/smstemplate/$survey/$templateId', ...signedIn },
  lettertemplate: { path: '/lettertemplate/$survey/$templateId', ...signedIn },
  mailcampaign: { path: '/mailcampaign/$survey/$campaignId', ...signedIn },
  createmailcampaign: { path: '/createmailcampaign/$survey/$mailAction/$drillPath', ...detail },
} as const satisfies Record<string, Screen>

export type ScreenName = keyof typeof screens
type ParamOf<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamOf<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never
type Param<S extends ScreenName> = ParamOf<(typeof screens)[S]['path']>

const defaults: ReadonlyMap<string, string> = new Map([['fromPage', 'sample']])
type Defaulted = 'fromPage'

/** The values a screen's address needs, not yet encoded; `fromPage` may be left out. */
export type ScreenParams<S extends ScreenName> = Record<Exclude<Param<S>, Defaulted>, string> &
  Partial<Record<Extract<Param<S>, Defaulted>, string>>

/** Names that may stand behind the `?` of any address. */
export const queryNames = [
  'compare',
  'sort',
  'columns',
  'shown',
  'page',
  'search',
  'block',
  'role',
  'state',
  'type',
  'at',
  'person',
  'action',
  'from',
  'to',
  'universe',
  'redirect',
  'survey',
  'linkable',
  'fromPage',
  'campaignId',
  'reset',
  'setup',
  'forgot',
] as const
export type QueryName = (typeof queryNames)[number]

/** The address of a screen, from its decoded parameters: links are built, never typed. */
export function pathTo<S extends ScreenName>(
  screen: S,
  params: ScreenParams<S>,
  query: Partial<Record<QueryName, string>> = {},
): string {
  const values = new Map([...defaults, ...Object.entries<string>(params)])
  const path = screens[screen].path.replace(/\$(\w+)/g, (_, name: string) => encodeSegment(values.get(name) ?? ''))
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}

/** Pages of a survey whose address is a screen of its own, which has the page's name. */
const dedicated = ['rankings', 'alerts', 'samples', 'mondaycard'] as const satisfies ScreenName[]
export const dedicatedRoute = (page: string) => dedicated.find((one) => one === page)

/** The address of a page of a survey at a place. */
export function pathToPage(
  page: string,
  at: ScreenParams<'rankings'>,
  query: Partial<Record<QueryName, string>> = {},
): string {
  const route = dedicatedRoute(page)
  return route ? pathTo(route, at, query) : pathTo('page', { pageId: page, ...at }, query)
}

// The router keeps these readable in a path (`pathParamsAllowedCharacters`), so a link must look the same.
const readable = new Map(['%3B', '%2C', '%3D', '%2B'].map((code) => [code, decodeURIComponent(code)]))
const encodeSegment = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /%(?:3B|2C|3D|2B)/g,
    (code) => readable.get(code) ?? code,
  )

const patterns = Object.entries(screens).map(([screen, { path }]) => ({
  screen: screen as ScreenName,
  names: [...path.matchAll(/\$(\w+)/g)].map((found) => found[1] ?? ''),
  pattern: new RegExp(`^${path.replace(/\$\w+/g, '([^/]+)')}/?$`),
}))

/** The screen of a path, with what its address names, decoded; null: no screen stands there. */
export function screenAt(path: string): { screen: ScreenName; params: Readonly<Record<string, string>> } | null {
  for (const { screen, names, pattern } of patterns) {
    const found = pattern.exec(path)
    if (found)
      return { screen, params: Object.fromEntries(names.map((name, at) => [name, decoded(found[at + 1] ?? '')])) }
  }
  return null
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // Somebody cut the address in the middle of a letter.
    return segment
  }
}
