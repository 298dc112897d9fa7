import type { accessCalls } from '@kaiku/contract/access.ts'
import type { accountCalls } from '@kaiku/contract/account.ts'
import type { alertCalls, alertRuleCalls } from '@kaiku/contract/alert.ts'
import type { analyticsCalls } from '@kaiku/contract/analytics.ts'
import type { apiKeyCalls } from '@kaiku/contract/api-key.ts'
import type { auditCalls } from '@kaiku/contract/audit.ts'
import type { backendCalls } from '@kaiku/contract/backend.ts'
import type { bigScreenCalls } from '@kaiku/contract/big-screen.ts'
import type { bugCalls } from '@kaiku/contract/bug.ts'
import type { ReplyOf, SentOf } from '@kaiku/contract/call.ts'
import type { clientConfigurationCalls } from '@kaiku/contract/client-configuration.ts'
import type { columnSetCalls } from '@kaiku/contract/column-set.ts'
import type { filterCalls } from '@kaiku/contract/filter.ts'
import type { interviewCalls } from '@kaiku/contract/interview.ts'
import type { keptTokenCalls } from '@kaiku/contract/kept-token.ts'
import type { liveEventCalls } from '@kaiku/contract/live-event.ts'
import type { pageDraftCalls } from '@kaiku/contract/page-draft.ts'
import type { personalPageCalls } from '@kaiku/contract/personal-page.ts'
import type { resultCalls } from '@kaiku/contract/result.ts'
import type { roleCalls } from '@kaiku/contract/role.ts'
import type { savedFilterCalls } from '@kaiku/contract/saved-filter.ts'
import type { scimCalls } from '@kaiku/contract/scim.ts'
import type { secondFactorCalls } from '@kaiku/contract/second-factor.ts'
import type { sessionCalls } from '@kaiku/contract/session.ts'
import type { surveyCalls } from '@kaiku/contract/survey.ts'
import type { universeCalls } from '@kaiku/contract/universe.ts'
import type { userCalls } from '@kaiku/contract/user.ts'
import type { userFileCalls } from '@kaiku/contract/user-file.ts'

/** The calls the browser makes, by the name it uses for them. */
type Calls = {
  surveys: typeof surveyCalls.list
  survey: typeof surveyCalls.one
  loadCount: typeof surveyCalls.loadCount
  liveEvents: typeof liveEventCalls.hear
  filters: typeof filterCalls.list
  options: typeof filterCalls.query
  savedFilters: typeof savedFilterCalls.list
  createSavedFilter: typeof savedFilterCalls.create
  saveSavedFilter: typeof savedFilterCalls.save
  removeSavedFilter: typeof savedFilterCalls.remove
  rememberFilters: typeof savedFilterCalls.remember
  keepToken: typeof keptTokenCalls.keep
  keptToken: typeof keptTokenCalls.one
  columnSets: typeof columnSetCalls.list
  saveColumnSet: typeof columnSetCalls.save
  removeColumnSet: typeof columnSetCalls.remove
  place: typeof resultCalls.place
  page: typeof resultCalls.page
  figures: typeof resultCalls.query
  children: typeof resultCalls.children
  interview: typeof interviewCalls.one
  addInterviewNote: typeof interviewCalls.addComment
  alerts: typeof alertCalls.list
  alertGroups: typeof alertCalls.groups
  alertLoop: typeof alertCalls.loop
  alertChoices: typeof alertCalls.choices
  myAlerts: typeof alertCalls.mine
  alert: typeof alertCalls.one
  alertPeople: typeof alertCalls.people
  changeAlert: typeof alertCalls.change
  noteOnAlert: typeof alertCalls.note
  changeAlerts: typeof alertCalls.bulk
  undoAlerts: typeof alertCalls.undo
  dryRunAlerts: typeof alertRuleCalls.dryRun
  places: typeof resultCalls.search
  pageDraft: typeof pageDraftCalls.draft
  savePageDraft: typeof pageDraftCalls.saveDraft
  discardPageDraft: typeof pageDraftCalls.discardDraft
  checkPages: typeof pageDraftCalls.checkPages
  publishPages: typeof pageDraftCalls.publishPages
  personalPages: typeof personalPageCalls.list
  createPersonalPage: typeof personalPageCalls.create
  savePersonalPage: typeof personalPageCalls.save
  removePersonalPage: typeof personalPageCalls.remove
  hit: typeof analyticsCalls.hit
  identify: typeof analyticsCalls.identify
  operatedSurveys: typeof backendCalls.surveys
  versions: typeof backendCalls.versions
  versionFiles: typeof backendCalls.files
  rollBack: typeof backendCalls.rollBack
  apiKeys: typeof apiKeyCalls.list
  createApiKey: typeof apiKeyCalls.create
  saveApiKey: typeof apiKeyCalls.save
  deleteApiKey: typeof apiKeyCalls.delete
  metadata: typeof surveyCalls.metadata
  screenState: typeof bigScreenCalls.screenState
  screenPage: typeof bigScreenCalls.screenPage
  bugs: typeof bugCalls.list
  clearBugs: typeof bugCalls.clear
  reportBug: typeof bugCalls.report
  account: typeof accountCalls.one
  saveAccount: typeof accountCalls.save
  changePassword: typeof accountCalls.changePassword
  sessions: typeof accountCalls.sessions
  endSession: typeof accountCalls.endSession
  endOtherSessions: typeof accountCalls.endOthers
  clientConfiguration: typeof clientConfigurationCalls.client
  universe: typeof universeCalls.universe
  universeSettings: typeof universeCalls.universeSettings
  saveUniverse: typeof universeCalls.saveUniverse
  retention: typeof universeCalls.retention
  branding: typeof universeCalls.branding
  audit: typeof auditCalls.audit
  auditExport: typeof auditCalls.auditExport
  secondFactors: typeof secondFactorCalls.secondFactors
  beginTotp: typeof secondFactorCalls.beginTotp
  confirmTotp: typeof secondFactorCalls.confirmTotp
  removeTotp: typeof secondFactorCalls.removeTotp
  beginPasskey: typeof secondFactorCalls.beginPasskey
  confirmPasskey: typeof secondFactorCalls.confirmPasskey
  removePasskey: typeof secondFactorCalls.removePasskey
  renewRecoveryCodes: typeof secondFactorCalls.renewRecoveryCodes
  login: typeof sessionCalls.login
  validateKeycloak: typeof sessionCalls.validateKeycloak
  impersonateUser: typeof sessionCalls.impersonateUser
  validateCookie: typeof sessionCalls.validateCookie
  changeUniverse: typeof sessionCalls.changeUniverse
  forgot: typeof sessionCalls.forgot
  reset: typeof sessionCalls.reset
  ticket: typeof sessionCalls.ticket
  enter: typeof sessionCalls.enter
  setUp: typeof sessionCalls.setUp
  logout: typeof sessionCalls.logout
  stopActing: typeof sessionCalls.stopActing
  identity: typeof sessionCalls.identity
  viewAs: typeof sessionCalls.viewAs
  users: typeof userCalls.list
  user: typeof userCalls.one
  createUser: typeof userCalls.create
  saveUser: typeof userCalls.save
  userState: typeof userCalls.state
  inviteUser: typeof userCalls.invite
  resetSecondFactor: typeof userCalls.resetSecondFactor
  copyAccess: typeof userCalls.copyAccess
  importUsers: typeof userFileCalls.import
  exportUsers: typeof userFileCalls.export
  scimTokens: typeof scimCalls.tokens
  createScimToken: typeof scimCalls.create
  revokeScimToken: typeof scimCalls.revoke
  roles: typeof roleCalls.list
  role: typeof roleCalls.one
  createRole: typeof roleCalls.create
  saveRole: typeof roleCalls.save
  removeRole: typeof roleCalls.remove
  rolePlaces: typeof roleCalls.places
  roleNodes: typeof roleCalls.nodes
  explainAccess: typeof accessCalls.explain
  effectiveAccess: typeof accessCalls.effective
  assertions: typeof accessCalls.assertions
  assertAccess: typeof accessCalls.assert
  changeAssertion: typeof accessCalls.changeAssertion
  removeAssertion: typeof accessCalls.removeAssertion
}
export type CallName = keyof Calls
export type Sent<N extends CallName> = SentOf<Calls[N]>
export type Reply<N extends CallName> = ReplyOf<Calls[N]>

export type Address = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; query: readonly string[] }

// The contract itself would bring its validator into the first load; a test keeps the two equal.
export const addresses = {
  surveys: { method: 'GET', path: 'vuejs/surveys/list/:universe', query: ['locale'] },
  survey: { method: 'GET', path: 'vuejs/surveys/one/:survey', query: ['locale'] },
  loadCount: { method: 'GET', path: 'vuejs/surveys/loadcount/:survey', query: [] },
  liveEvents: { method: 'GET', path: 'vuejs/events', query: [] },
  filters: { method: 'GET', path: 'vuejs/filters/list/:survey/:type', query: ['path', 'locale'] },
  options: { method: 'GET', path: 'vuejs/filters/query/:survey/:filter', query: ['query', 'path', 'limit', 'locale'] },
  savedFilters: { method: 'GET', path: 'vuejs/filters/saved/:survey', query: [] },
  createSavedFilter: { method: 'POST', path: 'vuejs/filters/saved/:survey', query: [] },
  saveSavedFilter: { method: 'PUT', path: 'vuejs/filters/saved/:survey/:savedFilterId', query: [] },
  removeSavedFilter: { method: 'DELETE', path: 'vuejs/filters/saved/:survey/:savedFilterId', query: [] },
  rememberFilters: { method: 'PUT', path: 'vuejs/filters/last/:survey', query: [] },
  place: { method: 'GET', path: 'result/place/:survey/:path', query: ['compare', 'locale'] },
  page: { method: 'GET', path: 'result/page/:survey/:path/:page', query: ['compare', 'locale'] },
  figures: { method: 'POST', path: 'result/query/:survey/:path', query: ['compare', 'locale'] },
  children: { method: 'GET', path: 'result/children/:survey/:path', query: ['locale'] },
  keepToken: { method: 'POST', path: 'vuejs/filters/kept/:survey', query: [] },
  keptToken: { method: 'GET', path: 'vuejs/filters/kept/:survey/:reference', query: [] },
  columnSets: { method: 'GET', path: 'vuejs/columns/:survey', query: [] },
  saveColumnSet: { method: 'PUT', path: 'vuejs/columns/:survey', query: [] },
  removeColumnSet: { method: 'DELETE', path: 'vuejs/columns/:survey/:columnSetId', query: [] },
  interview: { method: 'GET', path: 'vuejs/interview/:survey/:interviewId', query: ['locale'] },
  addInterviewNote: { method: 'POST', path: 'vuejs/interview/addcomment/:survey/:interviewId', query: [] },
  alerts: {
    method: 'GET',
    path: 'vuejs/alerts/list/:survey/:path',
    query: ['state', 'severity', 'owner', 'rule', 'tag', 'overdue', 'locale', 'sort', 'after', 'limit'],
  },
  alertGroups: {
    method: 'GET',
    path: 'vuejs/alerts/groups/:survey/:path',
    query: ['state', 'severity', 'owner', 'rule', 'tag', 'overdue', 'locale', 'by'],
  },
  alertLoop: {
    method: 'GET',
    path: 'vuejs/alerts/loop/:survey/:path',
    query: ['state', 'severity', 'owner', 'rule', 'tag', 'overdue', 'locale'],
  },
  alertChoices: { method: 'GET', path: 'vuejs/alerts/choices/:survey', query: ['locale'] },
  myAlerts: { method: 'GET', path: 'vuejs/alerts/mine/:survey', query: [] },
  alert: { method: 'GET', path: 'vuejs/alerts/one/:survey/:alertId', query: ['locale'] },
  alertPeople: { method: 'GET', path: 'vuejs/alerts/people/:survey', query: ['search', 'alertId'] },
  changeAlert: { method: 'POST', path: 'vuejs/alerts/change/:survey/:alertId', query: ['locale'] },
  noteOnAlert: { method: 'POST', path: 'vuejs/alerts/note/:survey/:alertId', query: ['locale'] },
  changeAlerts: { method: 'POST', path: 'vuejs/alerts/bulk/:survey', query: [] },
  undoAlerts: { method: 'POST', path: 'vuejs/alerts/undo/:survey', query: [] },
  dryRunAlerts: { method: 'POST', path: 'vuejs/alerts/dryrun/:survey', query: [] },
  places: { method: 'GET', path: 'result/search/:survey/:view', query: ['query', 'limit', 'locale'] },
  pageDraft: { method: 'GET', path: 'page/draft/:survey', query: [] },
  savePageDraft: { method: 'PUT', path: 'page/draft/:survey', query: [] },
  discardPageDraft: { method: 'DELETE', path: 'page/draft/:survey/:revision', query: [] },
  checkPages: { method: 'POST', path: 'page/check/:survey', query: [] },
  publishPages: { method: 'POST', path: 'page/publish/:survey', query: [] },
  personalPages: { method: 'GET', path: 'page/personal/:survey', query: [] },
  createPersonalPage: { method: 'POST', path: 'page/personal/:survey', query: [] },
  savePersonalPage: { method: 'PUT', path: 'page/personal/:survey/:pageId', query: [] },
  removePersonalPage: { method: 'DELETE', path: 'page/personal/:survey/:pageId', query: [] },
  hit: { method: 'POST', path: 'analytics/hit', query: [] },
  identify: { method: 'POST', path: 'analytics/identify', query: [] },
  operatedSurveys: { method: 'GET', path: 'backend/surveys', query: [] },
  versions: { method: 'GET', path: 'backend/versions/:survey', query: [] },
  versionFiles: { method: 'GET', path: 'backend/files/:survey/:version', query: [] },
  rollBack: { method: 'POST', path: 'backend/rollback/:survey', query: [] },
  metadata: { method: 'GET', path: 'vuejs/surveys/metadata/:survey', query: ['locale', 'format'] },
  bugs: { method: 'GET', path: 'vuejs/logs/bugs/:survey', query: [] },
  clearBugs: { method: 'DELETE', path: 'vuejs/logs/bugs/:survey', query: [] },
  reportBug: { method: 'POST', path: 'bug/report', query: [] },
  account: { method: 'GET', path: 'account', query: [] },
  saveAccount: { method: 'PUT', path: 'account', query: [] },
  changePassword: { method: 'POST', path: 'account/password', query: [] },
  sessions: { method: 'GET', path: 'account/sessions', query: [] },
  endSession: { method: 'DELETE', path: 'account/sessions/:session', query: [] },
  endOtherSessions: { method: 'DELETE', path: 'account/sessions', query: [] },
  clientConfiguration: { method: 'GET', path: 'config/client', query: ['domain'] },
  universe: { method: 'GET', path: 'universedata', query: [] },
  universeSettings: { method: 'GET', path: 'universedata/settings', query: [] },
  saveUniverse: { method: 'PUT', path: 'universedata', query: [] },
  retention: { method: 'GET', path: 'universedata/retention', query: ['days'] },
  branding: { method: 'GET', path: 'universedata/branding', query: ['universe'] },
  audit: {
    method: 'GET',
    path: 'audit/list',
    query: ['action', 'person', 'from', 'to', 'text', 'everywhere', 'after'],
  },
  auditExport: { method: 'GET', path: 'audit/export', query: ['action', 'person', 'from', 'to', 'text', 'everywhere'] },
  secondFactors: { method: 'GET', path: 'secondfactor', query: [] },
  beginTotp: { method: 'POST', path: 'secondfactor/totp/begin', query: [] },
  confirmTotp: { method: 'POST', path: 'secondfactor/totp/confirm', query: [] },
  removeTotp: { method: 'POST', path: 'secondfactor/totp/remove', query: [] },
  beginPasskey: { method: 'POST', path: 'secondfactor/passkey/begin', query: [] },
  confirmPasskey: { method: 'POST', path: 'secondfactor/passkey/confirm', query: [] },
  removePasskey: { method: 'POST', path: 'secondfactor/passkey/remove', query: [] },
  renewRecoveryCodes: { method: 'POST', path: 'secondfactor/recovery', query: [] },
  login: { method: 'POST', path: 'vuejs/auth/login', query: [] },
  validateKeycloak: { method: 'POST', path: 'vuejs/auth/validatekeycloak', query: [] },
  impersonateUser: { method: 'POST', path: 'vuejs/auth/impersonateuser', query: [] },
  validateCookie: { method: 'POST', path: 'vuejs/auth/validatecookie', query: [] },
  changeUniverse: { method: 'GET', path: 'vuejs/auth/changeuniverse/:universe', query: [] },
  forgot: { method: 'GET', path: 'vuejs/auth/forgot/:user', query: [] },
  reset: { method: 'POST', path: 'vuejs/auth/reset', query: [] },
  ticket: { method: 'POST', path: 'session/ticket', query: [] },
  setUp: { method: 'POST', path: 'session/setup', query: [] },
  enter: { method: 'POST', path: 'session/enter', query: [] },
  logout: { method: 'POST', path: 'session/logout', query: [] },
  stopActing: { method: 'POST', path: 'session/stop', query: [] },
  identity: { method: 'GET', path: 'session/identity', query: [] },
  viewAs: { method: 'POST', path: 'session/viewas', query: [] },
  users: { method: 'GET', path: 'user/list', query: ['search', 'role', 'state'] },
  user: { method: 'GET', path: 'user/one/:userId', query: [] },
  createUser: { method: 'POST', path: 'user/create', query: [] },
  saveUser: { method: 'PUT', path: 'user/save/:userId', query: [] },
  userState: { method: 'POST', path: 'user/state/:userId', query: [] },
  inviteUser: { method: 'POST', path: 'user/invite/:userId', query: [] },
  scimTokens: { method: 'GET', path: 'scim/tokens', query: [] },
  createScimToken: { method: 'POST', path: 'scim/create', query: [] },
  revokeScimToken: { method: 'DELETE', path: 'scim/revoke/:tokenId', query: [] },
  apiKeys: { method: 'GET', path: 'vuejs/surveys/apikey/list/:survey', query: ['locale'] },
  createApiKey: {
    method: 'GET',
    path: 'vuejs/surveys/apikey/create/:survey',
    query: ['label', 'pages', 'path', 'interval', 'compare', 'locale', 'theme', 'expiresOn'],
  },
  saveApiKey: { method: 'POST', path: 'vuejs/surveys/apikey/save/:survey/:keyId', query: [] },
  deleteApiKey: { method: 'GET', path: 'vuejs/surveys/apikey/delete/:survey/:keyId', query: [] },
  screenState: { method: 'GET', path: 'bigscreen/state', query: [] },
  screenPage: { method: 'GET', path: 'bigscreen/page/:page', query: [] },
  resetSecondFactor: { method: 'POST', path: 'user/secondfactor/reset/:userId', query: [] },
  copyAccess: { method: 'POST', path: 'user/copyaccess/:userId', query: [] },
  importUsers: { method: 'POST', path: 'user/import', query: ['preview', 'invite'] },
  exportUsers: { method: 'GET', path: 'user/export', query: ['search', 'role', 'state', 'locale'] },
  roles: { method: 'GET', path: 'role/list', query: [] },
  role: { method: 'GET', path: 'role/one/:roleId', query: ['locale'] },
  createRole: { method: 'POST', path: 'role/create', query: [] },
  saveRole: { method: 'PUT', path: 'role/save/:roleId', query: [] },
  removeRole: { method: 'DELETE', path: 'role/remove/:roleId', query: [] },
  rolePlaces: { method: 'GET', path: 'role/places', query: ['locale'] },
  roleNodes: { method: 'GET', path: 'role/nodes/:view', query: ['under', 'query', 'locale'] },
  explainAccess: { method: 'GET', path: 'access/explain/:survey/:path', query: ['permission', 'user', 'locale'] },
  effectiveAccess: { method: 'POST', path: 'access/effective', query: ['locale'] },
  assertions: { method: 'GET', path: 'access/assertion', query: ['locale'] },
  assertAccess: { method: 'POST', path: 'access/assertion', query: [] },
  changeAssertion: { method: 'PUT', path: 'access/assertion/:assertionId', query: [] },
  removeAssertion: { method: 'DELETE', path: 'access/assertion/:assertionId', query: [] },
} as const satisfies Record<CallName, Address>
