import type { NoticeKind } from '@kaiku/contract/notification.ts'
import type { AlertSeverity } from '@kaiku/core/alert-state.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import type pg from 'pg'
import { alertOf } from '../alert/find-alert.ts'
import { shownTo } from '../alert-list/shown-alert.ts'
import { spoken } from '../alert-words/alert-words.ts'
import type { Stores } from '../db/stores.ts'
import type { SignedInViewer } from '../session/who.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { noticedInterview } from './noticed-interview.ts'

/** What somebody is to be told of: an alert, or an interview. */
export type Noticed = {
  readonly alert: string | null
  readonly interview: string | null
  readonly survey: number
  readonly kind: NoticeKind
}

/** What there is to say of it, and its address within Kaiku. */
export type NoticeText = {
  readonly title: string
  readonly path: string
  /** Null: it is an interview. */
  readonly severity: AlertSeverity | null
}

/** Null where there is nothing to tell: the reader handles it no more, it is done, or gone. */
export async function noticeText(
  stores: Stores,
  client: pg.PoolClient,
  { who, universe }: SignedInViewer,
  { alert: alertId, interview, survey, kind }: Noticed,
): Promise<NoticeText | null> {
  const query = { universe: universe.name }
  try {
    const dictionary = await surveyByNumber(stores, survey)
    const { extName } = dictionary
    if (alertId === null) {
      const found = await noticedInterview(client, who, dictionary, interview)
      if (!found) return null
      const path = pathTo('interview', { survey: extName, interviewId: found.id }, query)
      return { title: found.title, path, severity: null }
    }
    const alert = await alertOf(client, who, dictionary, alertId)
    if (alert.withdrawnAt !== null || (alert.state === 'solved' && kind !== 'mentioned')) return null
    const title = spoken(shownTo(who, dictionary, who.locale), alert, alert.title)
    return { title, path: pathTo('alert', { survey: extName, alertId }, query), severity: alert.severity }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return null
  }
}
