import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { accessRoutes } from '../access-view/access.routes.ts'
import { accountRoutes } from '../account/account.routes.ts'
import { notificationSettingRoutes } from '../alert-notice/notification-setting.routes.ts'
import { alertRoutes } from '../alert-page/alert.routes.ts'
import { alertAttachmentRoutes } from '../alert-page/attachment.routes.ts'
import { alertReplyRoutes } from '../alert-page/reply.routes.ts'
import { alertRuleRoutes } from '../alert-rule-page/alert-rule.routes.ts'
import { analyticsRoutes } from '../analytics/analytics.routes.ts'
import { apiKeyRoutes } from '../api-key/api-key.routes.ts'
import { auditRoutes } from '../audit/audit.routes.ts'
import { backendRoutes } from '../backend/backend.routes.ts'
import { universeLifeRoutes } from '../backend/universe-life.routes.ts'
import { bigScreenRoutes } from '../big-screen/big-screen.routes.ts'
import { blockRoutes } from '../block/block.routes.ts'
import { recordBrokenCall } from '../bug/broken-call.ts'
import { bugRoutes } from '../bug/bug.routes.ts'
import { campaignRoutes } from '../campaign/campaign.routes.ts'
import { campaignAnswerRoutes } from '../campaign-answer/campaign-answer.routes.ts'
import { campaignMissingRoutes } from '../campaign-missing/campaign-missing.routes.ts'
import { clientConfigurationRoutes } from '../client-configuration/client-configuration.routes.ts'
import { commentStarRoutes } from '../comment/comment-star.routes.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { refuseChangesWhenFull } from '../configuration/disk-space.ts'
import { openLog } from '../configuration/log.ts'
import { externalProviders, usesOwnProvider } from '../configuration/sign-in.ts'
import { headerLimits, limitConnections } from '../connection/connections.ts'
import { guard } from '../connection/guard.ts'
import { readJsonBodies } from '../connection/json-body.ts'
import { loggedRequest } from '../connection/logged-request.ts'
import { observeRequests } from '../connection/observed-request.ts'
import { correctionRoutes } from '../correction/correction.routes.ts'
import { correctionFileRoutes } from '../correction-file/correction-file.routes.ts'
import { countedLinkRoutes } from '../counted-link/counted-link.routes.ts'
import type { Stores } from '../db/stores.ts'
import { describeCalls } from '../docs/docs.ts'
import { effectRoutes } from '../effect-page/effect.routes.ts'
import { erasureRoutes } from '../erasure/erasure.routes.ts'
import { loggedError } from '../fault/logged-error.ts'
import { fetchedFileRoutes } from '../fetched-file/fetched-file.routes.ts'
import { figureProofRoutes } from '../figure-proof/figure-proof.routes.ts'
import { figureTableRoutes } from '../figure-table/figure-table.routes.ts'
import { fileLimits } from '../file-limit/file-limit.ts'
import { filterRoutes } from '../filter/filter.routes.ts'
import { filterReferenceRoutes } from '../filter-reference/filter-reference.routes.ts'
import { codeRoutes } from '../form-answer/code.routes.ts'
import { formRoutes } from '../form-answer/form.routes.ts'
import { messageLinkRoutes } from '../form-answer/message-link.routes.ts'
import { formDraftRoutes } from '../form-draft/form-draft.routes.ts'
import { formPreviewRoutes } from '../form-draft/form-preview.routes.ts'
import { kioskRoutes } from '../form-kiosk/kiosk.routes.ts'
import { formWayRoutes } from '../form-way/form-way.routes.ts'
import { keptPart } from '../http/client-part.ts'
import { answerFaults } from '../http/faults.ts'
import { healthRoutes } from '../http/health.routes.ts'
import { protect, slowestLoop } from '../http/protection.ts'
import { securityTextRoutes } from '../http/security-text.routes.ts'
import { answerBadAddress, keepClient, serveWebClient } from '../http/web-client.ts'
import { silentPageRoutes } from '../identity-provider/frame.routes.ts'
import { identityProviderRoutes } from '../identity-provider/identity-provider.routes.ts'
import { identityProvider } from '../identity-provider/identity-provider.ts'
import { signingKey } from '../identity-provider/installation-secret.ts'
import { importRoutes } from '../import/import.routes.ts'
import { interviewRoutes } from '../interview-page/interview.routes.ts'
import { interviewShareRoutes } from '../interview-share/interview-share.routes.ts'
import { interviewTagRoutes } from '../interview-tag/interview-tag.routes.ts'
import { columnSetRoutes } from '../kept-text/column-set.routes.ts'
import { letterRoutes } from '../letter/letter.routes.ts'
import { liveEventRoutes } from '../live-event/live-event.routes.ts'
import { mailboxPage } from '../mail/mailbox.page.ts'
import { mappingRoutes } from '../mapping/mapping.routes.ts'
import { mentionRoutes } from '../mention/mention.routes.ts'
import { mondayCardRoutes } from '../monday-card/monday-card.routes.ts'
import { newSurveyRoutes } from '../new-survey/new-survey.routes.ts'
import { pageDraftRoutes } from '../page/page-draft.routes.ts'
import { personalPageRoutes } from '../page/personal-page.routes.ts'
import { placeEditorRoutes } from '../place-editor/place-editor.routes.ts'
import { previewRoutes } from '../preview/preview.routes.ts'
import { probeRoutes } from '../probe/probe.routes.ts'
import { providerTokenReader } from '../provider-token/read-provider-token.ts'
import { trustedIssuers } from '../provider-token/trusted-issuer.ts'
import { publicApiRoutes } from '../public-api/public-api.routes.ts'
import { pushRoutes } from '../push/push.routes.ts'
import { questionRoutes } from '../question/question.routes.ts'
import { reportRoutes } from '../report/report.routes.ts'
import { reportScheduleRoutes } from '../report-schedule/report-schedule.routes.ts'
import { responseCheckRoutes } from '../response-check/response-check.routes.ts'
import { resultRoutes } from '../result/result.routes.ts'
import { retentionRoutes } from '../retention/retention.routes.ts'
import { sampleRoutes } from '../sample-page/sample.routes.ts'
import { savedFilterRoutes } from '../saved-filter/saved-filter.routes.ts'
import { scimRoutes } from '../scim/scim.routes.ts'
import { scimTokenRoutes } from '../scim-token/scim-token.routes.ts'
import { scriptRoutes } from '../script/script.routes.ts'
import { secondFactorRoutes } from '../second-factor/second-factor.routes.ts'
import { identify } from '../sign-in/identity.ts'
import { sessionRoutes } from '../sign-in/session.routes.ts'
import { smsRoutes } from '../sms/sms.routes.ts'
import { sqlRoutes } from '../sql-page/sql.routes.ts'
import { surveyCopyRoutes } from '../survey-copy/survey-copy.routes.ts'
import { surveyRoutes } from '../survey-entity/survey.routes.ts'
import { systemMessageRoutes } from '../system-message/system-message.routes.ts'
import { taskRoutes } from '../task/task.routes.ts'
import { templateRoutes } from '../template/template.routes.ts'
import { topicCorrectionRoutes } from '../topic-correction/topic-correction.routes.ts'
import { universeCopyRoutes } from '../universe-copy/universe-copy.routes.ts'
import { universeKeyRoutes } from '../universe-key/universe-key.routes.ts'
import { universeRoutes } from '../universe-setup/universe.routes.ts'
import { usageRoutes } from '../usage/usage.routes.ts'
import { roleRoutes } from '../user/role.routes.ts'
import { userRoutes } from '../user/user.routes.ts'
import { userFileRoutes } from '../user/user-file.routes.ts'
import { healthPageRoutes } from '../watch/health-page.routes.ts'
import { metricsRoutes } from '../watch/metrics.routes.ts'
import { webhookRoutes } from '../webhook/webhook.routes.ts'
import { workPageRoutes } from '../work-page/work-page.routes.ts'

type Room = (app: FastifyInstance, stores: Stores, configuration: Configuration) => void

/** Every room with calls. */
const rooms: readonly Room[] = [
  healthRoutes,
  securityTextRoutes,
  probeRoutes,
  accountRoutes,
  mentionRoutes,
  notificationSettingRoutes,
  pushRoutes,
  questionRoutes,
  analyticsRoutes,
  countedLinkRoutes,
  backendRoutes,
  universeLifeRoutes,
  bugRoutes,
  clientConfigurationRoutes,
  surveyRoutes,
  filterRoutes,
  savedFilterRoutes,
  filterReferenceRoutes,
  columnSetRoutes,
  mondayCardRoutes,
  resultRoutes,
  figureProofRoutes,
  figureTableRoutes,
  importRoutes,
  mappingRoutes,
  newSurveyRoutes,
  interviewRoutes,
  interviewTagRoutes,
  correctionRoutes,
  correctionFileRoutes,
  fetchedFileRoutes,
  topicCorrectionRoutes,
  commentStarRoutes,
  interviewShareRoutes,
  liveEventRoutes,
  alertRoutes,
  alertAttachmentRoutes,
  alertReplyRoutes,
  alertRuleRoutes,
  effectRoutes,
  sampleRoutes,
  erasureRoutes,
  roleRoutes,
  userRoutes,
  userFileRoutes,
  accessRoutes,
  secondFactorRoutes,
  universeRoutes,
  retentionRoutes,
  systemMessageRoutes,
  universeCopyRoutes,
  surveyCopyRoutes,
  auditRoutes,
  usageRoutes,
  scimTokenRoutes,
  apiKeyRoutes,
  universeKeyRoutes,
  webhookRoutes,
  publicApiRoutes,
  pageDraftRoutes,
  personalPageRoutes,
  bigScreenRoutes,
  taskRoutes,
  templateRoutes,
  smsRoutes,
  campaignRoutes,
  campaignAnswerRoutes,
  campaignMissingRoutes,
  workPageRoutes,
  healthPageRoutes,
  metricsRoutes,
  reportRoutes,
  sqlRoutes,
  responseCheckRoutes,
  reportScheduleRoutes,
  scriptRoutes,
  formDraftRoutes,
  blockRoutes,
  previewRoutes,
  placeEditorRoutes,
  formPreviewRoutes,
  formWayRoutes,
  formRoutes,
  kioskRoutes,
  messageLinkRoutes,
  codeRoutes,
  letterRoutes,
]

const longestParameter = 8_192
const largestBody = 1_048_576

/**
 * The web server with all rooms, not yet listening. `forPeople`: it turns calls away while it is too busy, and keeps its
 * client for other processes; who runs beside what asks it, as tests do, needs neither.
 */
export async function buildApp(
  stores: Stores,
  configuration: Configuration,
  forPeople = false,
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: {
      level: configuration.logLevel,
      serializers: { req: loggedRequest, err: loggedError },
      stream: openLog(configuration.logFormat).stream,
    },
    // One line for each, once it is answered.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: largestBody,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: longestParameter, ignoreTrailingSlash: true },
    frameworkErrors: answerBadAddress,
    trustProxy: configuration.trustedProxies,
    http: headerLimits,
  })
  limitConnections(app)
  observeRequests(app)
  readJsonBodies(app)
  answerFaults(app, recordBrokenCall(stores))
  const { signIn, publicUrl } = configuration
  const isOwn = usesOwnProvider(signIn)
  const providers = externalProviders(signIn).map(({ issuer }) => new URL(issuer).origin)
  await protect(app, [...(isOwn ? [new URL(publicUrl).origin] : []), ...providers], forPeople ? slowestLoop : 0)
  await app.register(compress, { encodings: ['br', 'gzip'] })
  await app.register(multipart, { limits: { files: 1, fileSize: fileLimits.upload, fields: 20, parts: 21 } })
  const ownKey = isOwn ? await signingKey(stores) : null
  const readProviderToken = providerTokenReader(stores, trustedIssuers(signIn, publicUrl, ownKey))
  guard(app, stores.reachPostgres)
  identify(app, stores, readProviderToken)
  refuseChangesWhenFull(app, stores)
  await describeCalls(app)
  for (const mountRoom of [...rooms, sessionRoutes(readProviderToken)]) mountRoom(app, stores, configuration)
  await scimRoutes(app, stores, configuration)
  mailboxPage(app, stores, configuration)
  silentPageRoutes(app)
  if (isOwn) {
    const provider = await identityProvider(stores, configuration)
    identityProviderRoutes(app, stores, configuration, provider, readProviderToken)
  }
  await serveWebClient(app, (address) => keptPart(stores, address))
  if (forPeople) await keepClient(stores, (line) => app.log.warn(line))
  return app
}
