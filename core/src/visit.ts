import { parsePath } from './drill-path.ts'
import { ownPageId } from './own-page.ts'
import { type ScreenName, screenAt } from './screen.ts'

/** What somebody opens and is counted for: pages and views by name, the rest by what it is about. */
export const visitKinds = ['page', 'view', 'alert', 'interview', 'area'] as const
export type VisitKind = (typeof visitKinds)[number]

/** What screens that are neither pages nor about one interview or alert are about. */
export const visitAreas = [
  'administration',
  'configuration',
  'campaigns',
  'samples',
  'reports',
  'sql',
  'proof',
] as const
export type VisitArea = (typeof visitAreas)[number]

/** Pages that a survey has without defining them. */
export const builtInPages = ['rankings', 'alerts', 'samples', 'mondaycard', 'interviews', 'explore'] as const
/** Any page that somebody made for themselves. */
export const ownPage = '~'

export type Visit = {
  readonly kind: VisitKind
  /** A page, a view or an area; empty: the kind says all. */
  readonly subject: string
  /** What tells it from others of its subject, so that only the same again is a repetition. It is kept nowhere. */
  readonly which: string
}

const page = 'page' as const
const about = {
  login: null,
  upgrade: null,
  responsive: null,
  vgs: null,
  finland: null,
  bigscreen: null,
  shared: null,
  leave: null,
  sl: null,
  rankings: page,
  alerts: page,
  samples: page,
  mondaycard: page,
  page,
  alert: 'alert',
  interview: 'interview',
  proof: 'proof',
  sql: 'sql',
  sample: 'samples',
  reportdownload: 'reports',
  schedules: 'reports',
  links: 'reports',
  users: 'administration',
  userdetails: 'administration',
  administration: 'administration',
  settings: 'administration',
  messages: 'administration',
  usage: 'administration',
  audit: 'administration',
  work: 'administration',
  usereditor: 'administration',
  role: 'administration',
  health: 'administration',
  surveylist: 'administration',
  newsurvey: 'configuration',
  mapping: 'configuration',
  integrity: 'administration',
  survey: 'configuration',
  script: 'configuration',
  globalscript: 'configuration',
  universescript: 'configuration',
  alertrules: 'configuration',
  effects: 'configuration',
  places: 'configuration',
  formeditor: 'configuration',
  campaigns: 'campaigns',
  mailtemplate: 'campaigns',
  smstemplate: 'campaigns',
  lettertemplate: 'campaigns',
  mailcampaign: 'campaigns',
  createmailcampaign: 'campaigns',
} as const satisfies Record<ScreenName, VisitArea | 'page' | 'alert' | 'interview' | null>

/** What opening an address is counted as, without what is selected there; empty: nothing. */
export function visitsAt(path: string): readonly Visit[] {
  const found = screenAt(path)
  const what = found && about[found.screen]
  if (!found || what === null) return []
  const { screen, params } = found
  if (what === 'alert') return [{ kind: what, subject: '', which: params.alertId ?? '' }]
  if (what === 'interview') return [{ kind: what, subject: '', which: params.interviewId ?? '' }]
  if (what !== 'page') return [{ kind: 'area', subject: what, which: screen }]
  const name = params.pageId ?? screen
  const own = ownPageId(name)
  const opened: Visit = { kind: 'page', subject: own === null ? name : ownPage, which: own ?? '' }
  const read = parsePath(params.drillPath?.split(';')[0] ?? '')
  const view = read.ok ? read.value[0] : undefined
  return view === undefined ? [opened] : [opened, { kind: 'view', subject: view, which: '' }]
}
