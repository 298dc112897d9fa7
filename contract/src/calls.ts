import { accessCalls } from './access.ts'
import { accountCalls } from './account.ts'
import { alertCalls } from './alert.ts'
import { alertAttachmentCalls } from './alert-attachment.ts'
import { alertRuleCalls } from './alert-dry-run.ts'
import { alertLoopCalls } from './alert-loop.ts'
import { alertReplyCalls } from './alert-reply.ts'
import { analyticsCalls } from './analytics.ts'
import { apiKeyCalls } from './api-key.ts'
import { auditCalls } from './audit.ts'
import { backendCalls } from './backend.ts'
import { backgroundWorkCalls } from './background-work.ts'
import { bigScreenCalls } from './big-screen.ts'
import { bugCalls } from './bug.ts'
import { campaignCalls } from './campaign.ts'
import { campaignFigureCalls } from './campaign-figure.ts'
import { campaignMissingCalls } from './campaign-missing.ts'
import { clientConfigurationCalls } from './client-configuration.ts'
import { columnSetCalls } from './column-set.ts'
import { commentCalls } from './comment.ts'
import { configBlockCalls } from './config-block.ts'
import { correctionCalls } from './correction.ts'
import { correctionFileCalls } from './correction-file.ts'
import { countedLinkCalls } from './counted-link.ts'
import { effectCalls } from './effect.ts'
import { erasureCalls } from './erasure.ts'
import { fetchedFileCalls } from './fetched-file.ts'
import { figureProofCalls } from './figure-proof.ts'
import { figureTableCalls } from './figure-table.ts'
import { filterCalls } from './filter.ts'
import { filterReferenceCalls } from './filter-reference.ts'
import { formDraftCalls } from './form-draft.ts'
import { formWayCalls } from './form-way.ts'
import { importCalls } from './import.ts'
import { interviewCalls } from './interview.ts'
import { interviewShareCalls } from './interview-share.ts'
import { interviewTagCalls } from './interview-tag.ts'
import { letterCalls } from './letter.ts'
import { liveEventCalls } from './live-event.ts'
import { mappingCalls } from './mapping.ts'
import { mentionCalls } from './mention.ts'
import { mondayCardCalls } from './monday-card.ts'
import { newSurveyCalls } from './new-survey.ts'
import { notificationCalls } from './notification.ts'
import { pageDraftCalls } from './page-draft.ts'
import { personalPageCalls } from './personal-page.ts'
import { placeTreeCalls } from './place-tree.ts'
import { previewCalls } from './preview.ts'
import { pushCalls } from './push.ts'
import { questionCalls } from './question-change.ts'
import { reportCalls } from './report.ts'
import { reportScheduleCalls } from './report-schedule.ts'
import { responseCheckCalls } from './response-check.ts'
import { resultCalls } from './result.ts'
import { retentionCalls } from './retention.ts'
import { roleCalls } from './role.ts'
import { sampleCalls, sampleImportCalls } from './sample.ts'
import { sampleFunnelCalls } from './sample-funnel.ts'
import { sampleReportCalls, sampleTableCalls } from './sample-table.ts'
import { savedFilterCalls } from './saved-filter.ts'
import { scimCalls } from './scim.ts'
import { scriptCalls } from './script.ts'
import { secondFactorCalls } from './second-factor.ts'
import { sessionCalls } from './session.ts'
import { smsCalls } from './sms.ts'
import { sqlCalls } from './sql.ts'
import { surveyCalls } from './survey.ts'
import { surveyCopyCalls } from './survey-copy.ts'
import { messageToAllCalls, systemMessageCalls } from './system-message.ts'
import { taskCalls } from './task.ts'
import { templateCalls } from './template.ts'
import { topicCorrectionCalls } from './topic-correction.ts'
import { universeCalls } from './universe.ts'
import { universeCopyCalls } from './universe-copy.ts'
import { universeDeletionCalls } from './universe-deletion.ts'
import { universeKeyCalls } from './universe-key.ts'
import { usageCalls } from './usage.ts'
import { userCalls } from './user.ts'
import { userFileCalls } from './user-file.ts'
import { watchCalls } from './watch.ts'
import { webhookCalls } from './webhook.ts'

/** The calls that the browser makes, by what they are about. */
export const calls = {
  access: accessCalls,
  account: accountCalls,
  alertAttachment: alertAttachmentCalls,
  alert: alertCalls,
  alertLoop: alertLoopCalls,
  alertReply: alertReplyCalls,
  alertRule: alertRuleCalls,
  effect: effectCalls,
  analytics: analyticsCalls,
  apiKey: apiKeyCalls,
  audit: auditCalls,
  backend: backendCalls,
  surveyCopy: surveyCopyCalls,
  universeCopy: universeCopyCalls,
  universeDeletion: universeDeletionCalls,
  backgroundWork: backgroundWorkCalls,
  bigScreen: bigScreenCalls,
  bug: bugCalls,
  campaign: campaignCalls,
  campaignFigure: campaignFigureCalls,
  campaignMissing: campaignMissingCalls,
  clientConfiguration: clientConfigurationCalls,
  columnSet: columnSetCalls,
  comment: commentCalls,
  configBlock: configBlockCalls,
  preview: previewCalls,
  correction: correctionCalls,
  correctionFile: correctionFileCalls,
  countedLink: countedLinkCalls,
  erasure: erasureCalls,
  fetchedFile: fetchedFileCalls,
  figureProof: figureProofCalls,
  figureTable: figureTableCalls,
  filter: filterCalls,
  formDraft: formDraftCalls,
  formWay: formWayCalls,
  import: importCalls,
  interview: interviewCalls,
  interviewShare: interviewShareCalls,
  interviewTag: interviewTagCalls,
  filterReference: filterReferenceCalls,
  letter: letterCalls,
  liveEvent: liveEventCalls,
  mention: mentionCalls,
  mondayCard: mondayCardCalls,
  mapping: mappingCalls,
  newSurvey: newSurveyCalls,
  notification: notificationCalls,
  pageDraft: pageDraftCalls,
  personalPage: personalPageCalls,
  placeTree: placeTreeCalls,
  push: pushCalls,
  question: questionCalls,
  report: reportCalls,
  reportSchedule: reportScheduleCalls,
  result: resultCalls,
  role: roleCalls,
  sample: sampleCalls,
  sampleFunnel: sampleFunnelCalls,
  sampleImport: sampleImportCalls,
  sampleReport: sampleReportCalls,
  sampleTable: sampleTableCalls,
  savedFilter: savedFilterCalls,
  scim: scimCalls,
  script: scriptCalls,
  secondFactor: secondFactorCalls,
  session: sessionCalls,
  survey: surveyCalls,
  systemMessage: systemMessageCalls,
  messageToAll: messageToAllCalls,
  task: taskCalls,
  sms: smsCalls,
  sql: sqlCalls,
  responseCheck: responseCheckCalls,
  template: templateCalls,
  topicCorrection: topicCorrectionCalls,
  retention: retentionCalls,
  universe: universeCalls,
  universeKey: universeKeyCalls,
  usage: usageCalls,
  user: userCalls,
  userFile: userFileCalls,
  watch: watchCalls,
  webhook: webhookCalls,
}
