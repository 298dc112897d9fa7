import type { Readable } from 'node:stream'
import type { InputOf } from '@kaiku/contract/call.ts'
import type { interviewCalls } from '@kaiku/contract/interview.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { dataState } from '../aggregate/data-state.ts'
import { type Actor, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { wholePath } from '../filter-reference/filter-reference.ts'
import { interviewFile } from '../interview-list/interview-file.ts'
import { countListing, openListing } from '../interview-list/interview-list.ts'
import { askedFor, questionFor } from '../result/result.ts'
import { scopeOf, withinBoth } from '../selection/scope.ts'
import { findSurvey } from '../survey/survey.ts'

type CallInput = InputOf<(typeof interviewCalls)['recordTable']>

/**
 * The list of interviews as a file: what stands on the screen and nothing else, where both opening and taking interviews
 * along is permitted. Throws Fault `forbidden` in a protected survey.
 */
export async function recordTable(
  stores: Stores,
  who: Viewer,
  { survey, path, format, columns, search, sort, order, filter, minimumN, locale }: CallInput,
  actor: Actor,
): Promise<{ readonly type: string; readonly name: string; readonly content: Readable }> {
  const dictionary = await findSurvey(stores, who.universe, survey)
  const whole = await wholePath(stores, dictionary, path)
  const question = questionFor(stores, who, dictionary, { path: whole, compare: 'none', locale }, Date.now())
  const wanted = {
    columns,
    search,
    sort: sort === undefined ? undefined : { by: sort, falling: order === 'falling' },
  }
  const asked = await askedFor(
    question,
    { type: 'InterviewList', limit: 1, ...(filter !== undefined && { filter }), ...(minimumN && { minimumN }) },
    await dataState(stores, dictionary.survey),
  )
  const own = withinBoth(scopeOf(who, dictionary, 'seeInterviews'), scopeOf(who, dictionary, 'export'))
  const listing = openListing(asked, wanted, own)
  await record(stores, actor, {
    action: 'data.export',
    subject: dictionary.extName,
    after: {
      interviews: await countListing(listing),
      path,
      format,
      columns: listing.columns.map(({ question: { id } }) => id),
    },
  })
  return { ...interviewFile(listing, format), name: `${dictionary.extName}.${format}` }
}
