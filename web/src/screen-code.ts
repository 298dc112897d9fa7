import { withTexts } from './text/with-texts.ts'

/** Texts that several screens need, and the code of screens with the texts of each: fetched when one is opened. */
export const loadAccountPage = () => import('./account/account.page.tsx')
export const administration = withTexts('people')
export const campaignTexts = withTexts('campaign')
export const reasonTexts = withTexts('reason')
export const loadFormEditor = withTexts('form', 'people')(() => import('./form-editor/form-editor.page.tsx'))
export const loadPlaceEditor = withTexts('place', 'people')(() => import('./place-editor/place-editor.page.tsx'))
export const loadSurveyDetails = withTexts(
  'reason',
  'codebook',
  'people',
)(() => import('./backend/survey-details.page.tsx'))
export const loadInterviewPage = withTexts('component')(() => import('./interview-page/interview.page.tsx'))
export const loadProofPage = withTexts('proof')(() => import('./figure-proof/figure-proof.page.tsx'))
export const loadAlertListPage = withTexts('alert')(() => import('./alert-list/alert-list.page.tsx'))
export const loadAlertPage = withTexts('component', 'alert')(() => import('./alert-page/alert.page.tsx'))
export const loadAlertRulesPage = withTexts('alert', 'rule')(() => import('./alert-rule/alert-rules.page.tsx'))
export const loadEffectsPage = withTexts('alert', 'rule', 'effect')(() => import('./effect/effects.page.tsx'))
export const loadSampleListPage = withTexts('sample')(() => import('./sample-list/sample-list.page.tsx'))
export const loadMondayCardPage = withTexts('report')(() => import('./monday-card/monday-card.page.tsx'))
export const loadSamplePage = withTexts('sample')(() => import('./sample-page/sample.page.tsx'))
export const loadReportPage = withTexts('reason', 'report')(() => import('./report-page/report.page.tsx'))
const scheduleTexts = withTexts('report', 'schedule')
export const loadSchedulesPage = scheduleTexts(reasonTexts(() => import('./report-schedule/schedules.page.tsx')))
export const loadLinksPage = withTexts('reason', 'people')(() => import('./counted-link/links.page.tsx'))
export const loadNewSurvey = withTexts('reason', 'newSurvey')(() => import('./new-survey/new-survey.page.tsx'))
const mappingTexts = withTexts('reason', 'people', 'block', 'work', 'newSurvey', 'mapping')
export const loadMapping = mappingTexts(() => import('./mapping/mapping.page.tsx'))
const workTexts = withTexts('reason', 'report', 'schedule', 'codebook', 'work')
export const loadWorkPage = workTexts(() => import('./work-page/work.page.tsx'))
export const loadHealthPage = withTexts('health', 'work')(() => import('./health/health.page.tsx'))
export const loadSqlPage = withTexts('reason', 'sql')(() => import('./sql-page/sql.page.tsx'))
export const loadResponseCheck = withTexts(
  'reason',
  'integrity',
)(() => import('./response-check/response-check.page.tsx'))
export const loadMessagesPage = withTexts(
  'reason',
  'people',
  'message',
)(() => import('./message-editor/messages.page.tsx'))
export const loadUsagePage = withTexts('usage', 'report')(() => import('./usage/usage.page.tsx'))
export const loadScriptPage = withTexts('script')(reasonTexts(administration(() => import('./script/script.page.tsx'))))
export const loadSharedPage = withTexts('component')(() => import('./interview-share/shared.page.tsx'))
export const loadLeavePage = withTexts('schedule')(() => import('./report-schedule/leave.page.tsx'))
