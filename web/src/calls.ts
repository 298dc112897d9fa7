import type { accountCalls } from '@kaiku/contract/account.ts'
import type { analyticsCalls } from '@kaiku/contract/analytics.ts'
import type { ReplyOf, SentOf } from '@kaiku/contract/call.ts'
import type { clientConfigurationCalls } from '@kaiku/contract/client-configuration.ts'
import type { filterCalls } from '@kaiku/contract/filter.ts'
import type { resultCalls } from '@kaiku/contract/result.ts'
import type { sessionCalls } from '@kaiku/contract/session.ts'
import type { surveyCalls } from '@kaiku/contract/survey.ts'

/** The calls the browser makes, by the name it uses for them. */
type Calls = {
  surveys: typeof surveyCalls.list
  survey: typeof surveyCalls.one
  loadCount: typeof surveyCalls.loadCount
  filters: typeof filterCalls.list
  options: typeof filterCalls.query
  place: typeof resultCalls.place
  page: typeof resultCalls.page
  figures: typeof resultCalls.query
  children: typeof resultCalls.children
  places: typeof resultCalls.search
  hit: typeof analyticsCalls.hit
  identify: typeof analyticsCalls.identify
  account: typeof accountCalls.one
  saveAccount: typeof accountCalls.save
  changePassword: typeof accountCalls.changePassword
  sessions: typeof accountCalls.sessions
  endSession: typeof accountCalls.endSession
  endOtherSessions: typeof accountCalls.endOthers
  clientConfiguration: typeof clientConfigurationCalls.client
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
  identity: typeof sessionCalls.identity
  viewAs: typeof sessionCalls.viewAs
  stopActing: typeof sessionCalls.stopActing
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
  filters: { method: 'GET', path: 'vuejs/filters/list/:survey/:type', query: ['path', 'locale'] },
  options: { method: 'GET', path: 'vuejs/filters/query/:survey/:filter', query: ['query', 'path', 'limit', 'locale'] },
  place: { method: 'GET', path: 'result/place/:survey/:path', query: ['compare', 'locale'] },
  page: { method: 'GET', path: 'result/page/:survey/:path/:page', query: ['compare', 'locale'] },
  figures: { method: 'POST', path: 'result/query/:survey/:path', query: ['compare', 'locale'] },
  children: { method: 'GET', path: 'result/children/:survey/:path', query: ['locale'] },
  places: { method: 'GET', path: 'result/search/:survey/:view', query: ['query', 'limit', 'locale'] },
  hit: { method: 'POST', path: 'analytics/hit', query: [] },
  identify: { method: 'POST', path: 'analytics/identify', query: [] },
  account: { method: 'GET', path: 'account', query: [] },
  saveAccount: { method: 'PUT', path: 'account', query: [] },
  changePassword: { method: 'POST', path: 'account/password', query: [] },
  sessions: { method: 'GET', path: 'account/sessions', query: [] },
  endSession: { method: 'DELETE', path: 'account/sessions/:session', query: [] },
  endOtherSessions: { method: 'DELETE', path: 'account/sessions', query: [] },
  clientConfiguration: { method: 'GET', path: 'config/client', query: ['domain'] },
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
  identity: { method: 'GET', path: 'session/identity', query: [] },
  viewAs: { method: 'POST', path: 'session/viewas', query: [] },
  stopActing: { method: 'POST', path: 'session/stop', query: [] },
} as const satisfies Record<CallName, Address>
