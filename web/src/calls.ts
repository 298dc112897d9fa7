import type { ReplyOf, SentOf } from '@kaiku/contract/call.ts'
import type { filterCalls } from '@kaiku/contract/filter.ts'
import type { resultCalls } from '@kaiku/contract/result.ts'
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
}
export type CallName = keyof Calls
export type Sent<N extends CallName> = SentOf<Calls[N]>
export type Reply<N extends CallName> = ReplyOf<Calls[N]>

type Address = { method: 'GET' | 'POST'; path: string; query: readonly string[] }

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
} as const satisfies Record<CallName, Address>
