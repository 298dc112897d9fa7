import { accessCalls } from '@kaiku/contract/access.ts'
import { accountCalls } from '@kaiku/contract/account.ts'
import { alertCalls } from '@kaiku/contract/alert.ts'
import { alertAttachmentCalls } from '@kaiku/contract/alert-attachment.ts'
import { alertRuleCalls } from '@kaiku/contract/alert-dry-run.ts'
import { alertLoopCalls } from '@kaiku/contract/alert-loop.ts'
import { alertReplyCalls } from '@kaiku/contract/alert-reply.ts'
import { analyticsCalls } from '@kaiku/contract/analytics.ts'
import { apiKeyCalls } from '@kaiku/contract/api-key.ts'
import { auditCalls } from '@kaiku/contract/audit.ts'
import { backendCalls } from '@kaiku/contract/backend.ts'
import { bigScreenCalls } from '@kaiku/contract/big-screen.ts'
import { bugCalls } from '@kaiku/contract/bug.ts'
import type { Call } from '@kaiku/contract/call.ts'
import { clientConfigurationCalls } from '@kaiku/contract/client-configuration.ts'
import { columnSetCalls } from '@kaiku/contract/column-set.ts'
import { commentCalls } from '@kaiku/contract/comment.ts'
import { correctionCalls } from '@kaiku/contract/correction.ts'
import { countedLinkCalls } from '@kaiku/contract/counted-link.ts'
import { erasureCalls } from '@kaiku/contract/erasure.ts'
import { figureTableCalls } from '@kaiku/contract/figure-table.ts'
import { filterCalls } from '@kaiku/contract/filter.ts'
import { interviewCalls } from '@kaiku/contract/interview.ts'
import { interviewShareCalls } from '@kaiku/contract/interview-share.ts'
import { interviewTagCalls } from '@kaiku/contract/interview-tag.ts'
import { keptTokenCalls } from '@kaiku/contract/kept-token.ts'
import { liveEventCalls } from '@kaiku/contract/live-event.ts'
import { mentionCalls } from '@kaiku/contract/mention.ts'
import { notificationCalls } from '@kaiku/contract/notification.ts'
import { pageDraftCalls } from '@kaiku/contract/page-draft.ts'
import { personalPageCalls } from '@kaiku/contract/personal-page.ts'
import { pushCalls } from '@kaiku/contract/push.ts'
import { resultCalls } from '@kaiku/contract/result.ts'
import { roleCalls } from '@kaiku/contract/role.ts'
import { sampleCalls, sampleImportCalls } from '@kaiku/contract/sample.ts'
import { sampleFunnelCalls } from '@kaiku/contract/sample-funnel.ts'
import { sampleReportCalls, sampleTableCalls } from '@kaiku/contract/sample-table.ts'
import { savedFilterCalls } from '@kaiku/contract/saved-filter.ts'
import { scimCalls } from '@kaiku/contract/scim.ts'
import { secondFactorCalls } from '@kaiku/contract/second-factor.ts'
import { sessionCalls } from '@kaiku/contract/session.ts'
import { surveyCalls } from '@kaiku/contract/survey.ts'
import { topicCorrectionCalls } from '@kaiku/contract/topic-correction.ts'
import { universeCalls } from '@kaiku/contract/universe.ts'
import { universeKeyCalls } from '@kaiku/contract/universe-key.ts'
import { userCalls } from '@kaiku/contract/user.ts'
import { userFileCalls } from '@kaiku/contract/user-file.ts'
import { webhookCalls } from '@kaiku/contract/webhook.ts'
import { describe, expect, it } from 'vitest'
import { addresses } from './call-address.ts'
import type { CallName } from './calls.ts'
import { addressOf } from './send.ts'

const contract: Record<CallName, Call> = {
  surveys: surveyCalls.list,
  survey: surveyCalls.one,
  loadCount: surveyCalls.loadCount,
  liveEvents: liveEventCalls.hear,
  filters: filterCalls.list,
  options: filterCalls.query,
  savedFilters: savedFilterCalls.list,
  createSavedFilter: savedFilterCalls.create,
  saveSavedFilter: savedFilterCalls.save,
  removeSavedFilter: savedFilterCalls.remove,
  rememberFilters: savedFilterCalls.remember,
  keepToken: keptTokenCalls.keep,
  keptToken: keptTokenCalls.one,
  columnSets: columnSetCalls.list,
  saveColumnSet: columnSetCalls.save,
  removeColumnSet: columnSetCalls.remove,
  place: resultCalls.place,
  page: resultCalls.page,
  figures: resultCalls.query,
  children: resultCalls.children,
  figureTable: figureTableCalls.figureTable,
  recordTable: interviewCalls.recordTable,
  interview: interviewCalls.one,
  addInterviewNote: interviewCalls.addComment,
  editInterviewNote: interviewCalls.editComment,
  removeInterviewNote: interviewCalls.removeComment,
  knownTags: interviewTagCalls.known,
  tagInterviews: interviewTagCalls.change,
  undoTags: interviewTagCalls.undo,
  correctable: correctionCalls.read,
  correctAnswers: correctionCalls.correct,
  interviewTopics: topicCorrectionCalls.read,
  correctTopic: topicCorrectionCalls.correct,
  interviewPeople: interviewCalls.people,
  translateAnswer: interviewCalls.translate,
  interviewShares: interviewShareCalls.list,
  shareInterview: interviewShareCalls.create,
  revokeInterviewShare: interviewShareCalls.revoke,
  sharedInterview: interviewShareCalls.read,
  mentions: mentionCalls.list,
  readMentions: mentionCalls.read,
  alerts: alertCalls.list,
  alertGroups: alertCalls.groups,
  alertLoop: alertLoopCalls.loop,
  alertRecovery: alertLoopCalls.recovery,
  alertChoices: alertCalls.choices,
  myAlerts: alertCalls.mine,
  alert: alertCalls.one,
  alertsOfInterview: alertCalls.ofInterview,
  alertPeople: alertCalls.people,
  changeAlert: alertCalls.change,
  noteOnAlert: alertCalls.note,
  attachToAlert: alertAttachmentCalls.attach,
  alertFile: alertAttachmentCalls.file,
  detachFromAlert: alertAttachmentCalls.detach,
  replyOffer: alertReplyCalls.offer,
  replyToCustomer: alertReplyCalls.send,
  changeAlerts: alertCalls.bulk,
  undoAlerts: alertCalls.undo,
  sampleFunnel: sampleFunnelCalls.funnel,
  samples: sampleCalls.list,
  sample: sampleCalls.one,
  sampleOfInterview: sampleCalls.ofInterview,
  changeSample: sampleCalls.change,
  changeConsent: sampleCalls.consent,
  changeSamples: sampleCalls.bulk,
  undoSamples: sampleCalls.undo,
  importSamples: sampleImportCalls.upload,
  sampleImports: sampleImportCalls.list,
  undoSampleImport: sampleImportCalls.undo,
  eraseSample: erasureCalls.erase,
  sampleData: erasureCalls.data,
  sampleTable: sampleTableCalls.table,
  samplesReport: sampleReportCalls.report,
  erasures: erasureCalls.certificates,
  pushDevices: pushCalls.list,
  savePushDevice: pushCalls.save,
  removePushDevice: pushCalls.remove,
  alertRules: alertRuleCalls.rules,
  dryRunAlerts: alertRuleCalls.dryRun,
  publishAlertRules: alertRuleCalls.publish,
  backfillAlerts: alertRuleCalls.backfill,
  places: resultCalls.search,
  pageDraft: pageDraftCalls.draft,
  savePageDraft: pageDraftCalls.saveDraft,
  discardPageDraft: pageDraftCalls.discardDraft,
  checkPages: pageDraftCalls.checkPages,
  publishPages: pageDraftCalls.publishPages,
  personalPages: personalPageCalls.list,
  createPersonalPage: personalPageCalls.create,
  savePersonalPage: personalPageCalls.save,
  removePersonalPage: personalPageCalls.remove,
  operatedSurveys: backendCalls.surveys,
  versions: backendCalls.versions,
  versionFiles: backendCalls.files,
  rollBack: backendCalls.rollBack,
  apiKeyAddress: apiKeyCalls.address,
  apiKeys: apiKeyCalls.list,
  createApiKey: apiKeyCalls.create,
  saveApiKey: apiKeyCalls.save,
  deleteApiKey: apiKeyCalls.delete,
  metadata: surveyCalls.metadata,
  ...bigScreenCalls,
  bugs: bugCalls.list,
  clearBugs: bugCalls.clear,
  reportBug: bugCalls.report,
  clientConfiguration: clientConfigurationCalls.client,
  ...sessionCalls,
  users: userCalls.list,
  user: userCalls.one,
  createUser: userCalls.create,
  saveUser: userCalls.save,
  userState: userCalls.state,
  inviteUser: userCalls.invite,
  scimTokens: scimCalls.tokens,
  createScimToken: scimCalls.create,
  revokeScimToken: scimCalls.revoke,
  resetSecondFactor: userCalls.resetSecondFactor,
  copyAccess: userCalls.copyAccess,
  importUsers: userFileCalls.import,
  exportUsers: userFileCalls.export,
  universeKeys: universeKeyCalls.list,
  createUniverseKey: universeKeyCalls.create,
  revokeUniverseKey: universeKeyCalls.revoke,
  webhooks: webhookCalls.list,
  createWebhook: webhookCalls.create,
  rotateWebhook: webhookCalls.rotate,
  pauseWebhook: webhookCalls.pause,
  removeWebhook: webhookCalls.remove,
  testWebhook: webhookCalls.test,
  webhookDeliveries: webhookCalls.deliveries,
  resendWebhook: webhookCalls.resend,
  roles: roleCalls.list,
  role: roleCalls.one,
  createRole: roleCalls.create,
  saveRole: roleCalls.save,
  removeRole: roleCalls.remove,
  rolePlaces: roleCalls.places,
  roleNodes: roleCalls.nodes,
  explainAccess: accessCalls.explain,
  pageOpeners: accessCalls.openers,
  starredComments: commentCalls.stars,
  starComment: commentCalls.star,
  effectiveAccess: accessCalls.effective,
  assertions: accessCalls.assertions,
  assertAccess: accessCalls.assert,
  changeAssertion: accessCalls.changeAssertion,
  removeAssertion: accessCalls.removeAssertion,
  ...secondFactorCalls,
  ...universeCalls,
  ...auditCalls,
  countedLinks: countedLinkCalls.list,
  makeCountedLink: countedLinkCalls.create,
  removeCountedLink: countedLinkCalls.remove,
  openedCountedLink: countedLinkCalls.open,
  ...analyticsCalls,
  account: accountCalls.one,
  saveAccount: accountCalls.save,
  notifications: notificationCalls.one,
  saveNotifications: notificationCalls.save,
  changePassword: accountCalls.changePassword,
  sessions: accountCalls.sessions,
  endSession: accountCalls.endSession,
  endOtherSessions: accountCalls.endOthers,
}

describe('the calls of the browser', () => {
  it.each(Object.entries(contract))('%s stands where the contract says', (name, call) => {
    const own = Object.entries(addresses).find(([key]) => key === name)?.[1]
    expect(own?.method).toBe(call.method)
    expect(own?.path).toBe(call.path)
    expect([...(own?.query ?? [])].sort()).toEqual(Object.keys(call.query?.shape ?? {}).sort())
  })

  it('encodes what stands in the path, and leaves out what is not given', () => {
    const { url, body } = addressOf('place', { survey: 'a b', path: 'region,all;age=1*2', compare: 'previous' })
    expect(url).toBe('/api/result/place/a%20b/region%2Call%3Bage%3D1*2?compare=previous')
    expect(body).toBeUndefined()
  })

  it('takes nothing where a call takes nothing', () => {
    expect(addressOf('roles', undefined)).toEqual({ url: '/api/role/list', body: undefined })
    expect(addressOf('logout', undefined)).toEqual({ url: '/api/session/logout', body: {} })
  })

  it('sends the rest of a POST as its body', () => {
    const components = [{ type: 'Text' as const, text: 'x' }]
    const { url, body } = addressOf('figures', { survey: 's', path: 'v,r', locale: 'fi', components })
    expect(url).toBe('/api/result/query/s/v%2Cr?locale=fi')
    expect(body).toEqual({ components })
  })
})
