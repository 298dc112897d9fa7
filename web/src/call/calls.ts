import type { accessCalls } from '@kaiku/contract/access.ts'
import type { accountCalls } from '@kaiku/contract/account.ts'
import type { alertCalls } from '@kaiku/contract/alert.ts'
import type { alertAttachmentCalls } from '@kaiku/contract/alert-attachment.ts'
import type { alertRuleCalls } from '@kaiku/contract/alert-dry-run.ts'
import type { alertLoopCalls } from '@kaiku/contract/alert-loop.ts'
import type { alertReplyCalls } from '@kaiku/contract/alert-reply.ts'
import type { analyticsCalls } from '@kaiku/contract/analytics.ts'
import type { apiKeyCalls } from '@kaiku/contract/api-key.ts'
import type { auditCalls } from '@kaiku/contract/audit.ts'
import type { backendCalls } from '@kaiku/contract/backend.ts'
import type { bigScreenCalls } from '@kaiku/contract/big-screen.ts'
import type { bugCalls } from '@kaiku/contract/bug.ts'
import type { ReplyOf, SentOf } from '@kaiku/contract/call.ts'
import type { clientConfigurationCalls } from '@kaiku/contract/client-configuration.ts'
import type { columnSetCalls } from '@kaiku/contract/column-set.ts'
import type { commentCalls } from '@kaiku/contract/comment.ts'
import type { correctionCalls } from '@kaiku/contract/correction.ts'
import type { countedLinkCalls } from '@kaiku/contract/counted-link.ts'
import type { erasureCalls } from '@kaiku/contract/erasure.ts'
import type { figureTableCalls } from '@kaiku/contract/figure-table.ts'
import type { filterCalls } from '@kaiku/contract/filter.ts'
import type { interviewCalls } from '@kaiku/contract/interview.ts'
import type { interviewShareCalls } from '@kaiku/contract/interview-share.ts'
import type { interviewTagCalls } from '@kaiku/contract/interview-tag.ts'
import type { keptTokenCalls } from '@kaiku/contract/kept-token.ts'
import type { liveEventCalls } from '@kaiku/contract/live-event.ts'
import type { mentionCalls } from '@kaiku/contract/mention.ts'
import type { notificationCalls } from '@kaiku/contract/notification.ts'
import type { pageDraftCalls } from '@kaiku/contract/page-draft.ts'
import type { personalPageCalls } from '@kaiku/contract/personal-page.ts'
import type { pushCalls } from '@kaiku/contract/push.ts'
import type { resultCalls } from '@kaiku/contract/result.ts'
import type { roleCalls } from '@kaiku/contract/role.ts'
import type { sampleCalls, sampleImportCalls } from '@kaiku/contract/sample.ts'
import type { sampleFunnelCalls } from '@kaiku/contract/sample-funnel.ts'
import type { sampleReportCalls, sampleTableCalls } from '@kaiku/contract/sample-table.ts'
import type { savedFilterCalls } from '@kaiku/contract/saved-filter.ts'
import type { scimCalls } from '@kaiku/contract/scim.ts'
import type { secondFactorCalls } from '@kaiku/contract/second-factor.ts'
import type { sessionCalls } from '@kaiku/contract/session.ts'
import type { surveyCalls } from '@kaiku/contract/survey.ts'
import type { topicCorrectionCalls } from '@kaiku/contract/topic-correction.ts'
import type { universeCalls } from '@kaiku/contract/universe.ts'
import type { universeKeyCalls } from '@kaiku/contract/universe-key.ts'
import type { userCalls } from '@kaiku/contract/user.ts'
import type { userFileCalls } from '@kaiku/contract/user-file.ts'
import type { webhookCalls } from '@kaiku/contract/webhook.ts'

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
  figureTable: typeof figureTableCalls.figureTable
  recordTable: typeof interviewCalls.recordTable
  interview: typeof interviewCalls.one
  addInterviewNote: typeof interviewCalls.addComment
  editInterviewNote: typeof interviewCalls.editComment
  removeInterviewNote: typeof interviewCalls.removeComment
  knownTags: typeof interviewTagCalls.known
  tagInterviews: typeof interviewTagCalls.change
  undoTags: typeof interviewTagCalls.undo
  correctable: typeof correctionCalls.read
  correctAnswers: typeof correctionCalls.correct
  interviewTopics: typeof topicCorrectionCalls.read
  correctTopic: typeof topicCorrectionCalls.correct
  interviewPeople: typeof interviewCalls.people
  translateAnswer: typeof interviewCalls.translate
  interviewShares: typeof interviewShareCalls.list
  shareInterview: typeof interviewShareCalls.create
  revokeInterviewShare: typeof interviewShareCalls.revoke
  sharedInterview: typeof interviewShareCalls.read
  mentions: typeof mentionCalls.list
  readMentions: typeof mentionCalls.read
  alerts: typeof alertCalls.list
  alertGroups: typeof alertCalls.groups
  alertLoop: typeof alertLoopCalls.loop
  alertRecovery: typeof alertLoopCalls.recovery
  alertChoices: typeof alertCalls.choices
  myAlerts: typeof alertCalls.mine
  alert: typeof alertCalls.one
  alertsOfInterview: typeof alertCalls.ofInterview
  alertPeople: typeof alertCalls.people
  changeAlert: typeof alertCalls.change
  noteOnAlert: typeof alertCalls.note
  attachToAlert: typeof alertAttachmentCalls.attach
  alertFile: typeof alertAttachmentCalls.file
  detachFromAlert: typeof alertAttachmentCalls.detach
  replyOffer: typeof alertReplyCalls.offer
  replyToCustomer: typeof alertReplyCalls.send
  changeAlerts: typeof alertCalls.bulk
  undoAlerts: typeof alertCalls.undo
  sampleFunnel: typeof sampleFunnelCalls.funnel
  samples: typeof sampleCalls.list
  sample: typeof sampleCalls.one
  sampleOfInterview: typeof sampleCalls.ofInterview
  changeSample: typeof sampleCalls.change
  changeConsent: typeof sampleCalls.consent
  changeSamples: typeof sampleCalls.bulk
  undoSamples: typeof sampleCalls.undo
  importSamples: typeof sampleImportCalls.upload
  sampleImports: typeof sampleImportCalls.list
  undoSampleImport: typeof sampleImportCalls.undo
  eraseSample: typeof erasureCalls.erase
  sampleData: typeof erasureCalls.data
  sampleTable: typeof sampleTableCalls.table
  samplesReport: typeof sampleReportCalls.report
  erasures: typeof erasureCalls.certificates
  pushDevices: typeof pushCalls.list
  savePushDevice: typeof pushCalls.save
  removePushDevice: typeof pushCalls.remove
  alertRules: typeof alertRuleCalls.rules
  dryRunAlerts: typeof alertRuleCalls.dryRun
  publishAlertRules: typeof alertRuleCalls.publish
  backfillAlerts: typeof alertRuleCalls.backfill
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
  countedLinks: typeof countedLinkCalls.list
  makeCountedLink: typeof countedLinkCalls.create
  removeCountedLink: typeof countedLinkCalls.remove
  openedCountedLink: typeof countedLinkCalls.open
  hit: typeof analyticsCalls.hit
  identify: typeof analyticsCalls.identify
  operatedSurveys: typeof backendCalls.surveys
  versions: typeof backendCalls.versions
  versionFiles: typeof backendCalls.files
  rollBack: typeof backendCalls.rollBack
  apiKeyAddress: typeof apiKeyCalls.address
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
  notifications: typeof notificationCalls.one
  saveNotifications: typeof notificationCalls.save
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
  universeKeys: typeof universeKeyCalls.list
  createUniverseKey: typeof universeKeyCalls.create
  revokeUniverseKey: typeof universeKeyCalls.revoke
  webhooks: typeof webhookCalls.list
  createWebhook: typeof webhookCalls.create
  rotateWebhook: typeof webhookCalls.rotate
  pauseWebhook: typeof webhookCalls.pause
  removeWebhook: typeof webhookCalls.remove
  testWebhook: typeof webhookCalls.test
  webhookDeliveries: typeof webhookCalls.deliveries
  resendWebhook: typeof webhookCalls.resend
  roles: typeof roleCalls.list
  role: typeof roleCalls.one
  createRole: typeof roleCalls.create
  saveRole: typeof roleCalls.save
  removeRole: typeof roleCalls.remove
  rolePlaces: typeof roleCalls.places
  roleNodes: typeof roleCalls.nodes
  explainAccess: typeof accessCalls.explain
  pageOpeners: typeof accessCalls.openers
  starredComments: typeof commentCalls.stars
  starComment: typeof commentCalls.star
  effectiveAccess: typeof accessCalls.effective
  assertions: typeof accessCalls.assertions
  assertAccess: typeof accessCalls.assert
  changeAssertion: typeof accessCalls.changeAssertion
  removeAssertion: typeof accessCalls.removeAssertion
}
export type CallName = keyof Calls
export type Sent<N extends CallName> = SentOf<Calls[N]>
export type Reply<N extends CallName> = ReplyOf<Calls[N]>
