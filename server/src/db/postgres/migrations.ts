import type { Migration } from 'kysely'
import { truth } from './0001-truth.ts'
import { projection } from './0002-projection.ts'
import { placement } from './0003-placement.ts'
import { importing } from './0004-import.ts'
import { bookkeeping } from './0005-bookkeeping.ts'
import { nodes } from './0006-node.ts'
import { fastImport } from './0007-fast-import.ts'
import { peopleAndRoles } from './0010-people.ts'
import { bugs } from './0012-bug.ts'
import { apiKeys } from './0013-api-key.ts'
import { pages } from './0014-page.ts'
import { savedFilters } from './0015-saved-filter.ts'
import { interviewNotes } from './0016-interview-note.ts'
import { columnSets } from './0017-column-set.ts'
import { liveEvents } from './0018-live-event.ts'
import { alerts } from './0019-alert.ts'
import { contactHistory } from './0020-contact-history.ts'
import { keptTokens } from './0021-kept-token.ts'
import { universeKeys } from './0022-universe-key.ts'
import { dailyBatch } from './0023-daily-batch.ts'
import { alertSize } from './0024-alert-size.ts'
import { samples } from './0025-sample.ts'
import { personErasures } from './0026-person-erasure.ts'
import { interviewShares } from './0029-interview-share.ts'
import { webhooks } from './0030-webhook.ts'
import { noteTrace } from './0031-note-trace.ts'
import { alertWithdrawn } from './0033-alert-withdrawn.ts'
import { alertNotices } from './0034-alert-notice.ts'
import { mailAbout } from './0035-mail-about.ts'
import { placeAlerts } from './0036-place-alert.ts'
import { interviewTags } from './0040-interview-tag.ts'
import { columnSetLists } from './0041-column-set-list.ts'
import { interviewQuality } from './0042-interview-quality.ts'
import { interviewCorrections } from './0043-interview-correction.ts'
import { alertAttachments } from './0044-alert-attachment.ts'
import { alertReplies } from './0045-alert-reply.ts'
import { askAgains } from './0046-ask-again.ts'
import { savedViews } from './0047-saved-view.ts'
import { webhookPause } from './0050-webhook-pause.ts'
import { push } from './0051-push.ts'
import { webhookSurveys } from './0053-webhook-survey.ts'
import { mentions } from './0054-mention.ts'
import { protectedInterviews } from './0055-protected-interview.ts'
import { accountKeys } from './0057-account-key.ts'
import { keptTokenUse } from './0061-kept-token-use.ts'
import { toldPlaces } from './0062-told-place.ts'
import { weights } from './0063-weight.ts'
import { assignments } from './0064-assignment.ts'
import { topicCorrections } from './0066-topic-correction.ts'
import { countedLinks } from './0067-counted-link.ts'
import { commentStars } from './0070-comment-star.ts'
import { widerGiving } from './0071-wider-giving.ts'
import { queues } from './0072-queue.ts'
import { recurringWork } from './0073-recurring-work.ts'
import { foldedText } from './0074-folded.ts'
import { tasks } from './0075-task.ts'
import { reportSchedules } from './0076-report-schedule.ts'
import { linkEnds } from './0078-link-end.ts'
import { scheduleOwners } from './0079-schedule-owners.ts'
import { taskLog } from './0080-task-log.ts'
import { formAnswers } from './0081-form-answer.ts'
import { campaigns } from './0082-campaign.ts'
import { bounces } from './0083-bounce.ts'
import { sms } from './0084-sms.ts'
import { letters } from './0085-letter.ts'
import { campaignFilter } from './0086-campaign-filter.ts'
import { formDrafts } from './0087-form-draft.ts'
import { campaignSplit } from './0088-campaign-split.ts'
import { continuousCampaigns } from './0089-continuous-campaign.ts'
import { blockDrafts } from './0090-block-draft.ts'
import { scripts } from './0091-script.ts'
import { effects } from './0092-effect.ts'
import { newSurveys } from './0093-new-survey.ts'
import { correctionFiles } from './0094-correction-file.ts'
import { timeZonesAndComplaints } from './0095-time-zone-complaint.ts'
import { universeLife } from './0100-universe-life.ts'
import { conditionScripts } from './0102-condition-script.ts'
import { splitSubject } from './0104-split-subject.ts'
import { sqlQuestions } from './0105-sql-question.ts'
import { systemMessages } from './0106-system-message.ts'
import { visits } from './0107-visit.ts'
import { universeCopies } from './0108-universe-copy.ts'
import { fetchedFiles } from './0109-fetched-file.ts'
import { mappingFiles } from './0110-mapping-file.ts'
import { responseChecks } from './0111-response-check.ts'
import { keptTexts } from './0112-kept-text.ts'
import { awardedPoints } from './0113-awarded-points.ts'
import { effectLetters } from './0115-effect-letter.ts'
import { contactRetention } from './0117-contact-retention.ts'
import { effectMessages } from './0119-effect-message.ts'
import { health } from './0121-health.ts'
import { recentTries } from './0122-recent-try.ts'
import { scriptSlices } from './0123-script-slice.ts'
import { manyUniverses } from './0125-many-universes.ts'
import { clientParts } from './0126-client-part.ts'

/** In order of name; a name never changes once released. */
export const migrations: Record<string, Migration> = {
  '0001-truth': truth,
  '0002-projection': projection,
  '0003-placement': placement,
  '0004-import': importing,
  '0005-bookkeeping': bookkeeping,
  '0006-node': nodes,
  '0007-fast-import': fastImport,
  '0010-people': peopleAndRoles,
  '0012-bug': bugs,
  '0013-api-key': apiKeys,
  '0014-page': pages,
  '0015-saved-filter': savedFilters,
  '0016-interview-note': interviewNotes,
  '0017-column-set': columnSets,
  '0018-live-event': liveEvents,
  '0019-alert': alerts,
  '0020-contact-history': contactHistory,
  '0021-kept-token': keptTokens,
  '0022-universe-key': universeKeys,
  '0023-daily-batch': dailyBatch,
  '0024-alert-size': alertSize,
  '0025-sample': samples,
  '0026-person-erasure': personErasures,
  '0029-interview-share': interviewShares,
  '0030-webhook': webhooks,
  '0031-note-trace': noteTrace,
  '0033-alert-withdrawn': alertWithdrawn,
  '0034-alert-notice': alertNotices,
  '0035-mail-about': mailAbout,
  '0036-place-alert': placeAlerts,
  '0040-interview-tag': interviewTags,
  '0041-column-set-list': columnSetLists,
  '0042-interview-quality': interviewQuality,
  '0043-interview-correction': interviewCorrections,
  '0044-alert-attachment': alertAttachments,
  '0045-alert-reply': alertReplies,
  '0046-ask-again': askAgains,
  '0047-saved-view': savedViews,
  '0050-webhook-pause': webhookPause,
  '0051-push': push,
  '0053-webhook-survey': webhookSurveys,
  '0054-mention': mentions,
  '0055-protected-interview': protectedInterviews,
  '0057-account-key': accountKeys,
  '0061-kept-token-use': keptTokenUse,
  '0062-told-place': toldPlaces,
  '0063-weight': weights,
  '0064-assignment': assignments,
  '0066-topic-correction': topicCorrections,
  '0067-counted-link': countedLinks,
  '0070-comment-star': commentStars,
  '0071-wider-giving': widerGiving,
  '0072-queue': queues,
  '0073-recurring-work': recurringWork,
  '0074-folded': foldedText,
  '0075-task': tasks,
  '0076-report-schedule': reportSchedules,
  '0078-link-end': linkEnds,
  '0079-schedule-owners': scheduleOwners,
  '0080-task-log': taskLog,
  '0081-form-answer': formAnswers,
  '0082-campaign': campaigns,
  '0083-bounce': bounces,
  '0084-sms': sms,
  '0085-letter': letters,
  '0086-campaign-filter': campaignFilter,
  '0087-form-draft': formDrafts,
  '0088-campaign-split': campaignSplit,
  '0089-continuous-campaign': continuousCampaigns,
  '0090-block-draft': blockDrafts,
  '0091-script': scripts,
  '0092-effect': effects,
  '0093-new-survey': newSurveys,
  '0094-correction-file': correctionFiles,
  '0095-time-zone-complaint': timeZonesAndComplaints,
  '0100-universe-life': universeLife,
  '0102-condition-script': conditionScripts,
  '0104-split-subject': splitSubject,
  '0105-sql-question': sqlQuestions,
  '0106-system-message': systemMessages,
  '0107-visit': visits,
  '0108-universe-copy': universeCopies,
  '0109-fetched-file': fetchedFiles,
  '0110-mapping-file': mappingFiles,
  '0111-response-check': responseChecks,
  '0112-kept-text': keptTexts,
  '0113-awarded-points': awardedPoints,
  '0115-effect-letter': effectLetters,
  '0117-contact-retention': contactRetention,
  '0119-effect-message': effectMessages,
  '0121-health': health,
  '0122-recent-try': recentTries,
  '0123-script-slice': scriptSlices,
  '0125-many-universes': manyUniverses,
  '0126-client-part': clientParts,
}
