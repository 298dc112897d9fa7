import type { Identity } from '@kaiku/contract/session.ts'

type Offers = { readonly enableInterviewsReport: boolean; readonly protection: boolean }

/** Whether somebody may take interviews along, which statements are made of. */
export const mayTakeInterviews = ({ permissions }: Pick<Identity, 'permissions'>): boolean =>
  permissions.includes('export') && permissions.includes('seeInterviews')

/** Whether somebody may ask a survey by SQL. */
export const mayAskBySql = (identity: Pick<Identity, 'permissions'>, survey: Offers): boolean =>
  mayTakeInterviews(identity) && survey.enableInterviewsReport && !survey.protection
