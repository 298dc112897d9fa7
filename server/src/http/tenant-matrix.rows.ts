import type { World } from './tenant-matrix.fixture.ts'

export type Sent = {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: Record<string, unknown>
}

/** How the matrix asks a call. */
export type MatrixRow = {
  /** Answers without sign-in. */
  readonly open?: true
  /** Whose call it is, where it is not every administrator's. */
  readonly by?: 'root'
  /** What its owner sends and is answered 200. */
  readonly sent?: (world: World) => Sent
  /** Which of what is sent are ids of the universe: another universe's must be like unknown ones. */
  readonly ids?: readonly string[]
  /** The same of a place that the narrow viewer does not reach. */
  readonly outside?: (world: World) => Sent
  /** What a stranger sends where it differs. */
  readonly asStranger?: (world: World) => Sent
  /** Later for what takes something away; `skip`: shown elsewhere, because it needs what this test cannot have. */
  readonly order?: number | 'skip'
  /** What its owner is answered where it is not 200. */
  readonly status?: number
}

const survey = ({ survey: name }: World): Sent => ({ params: { survey: name } })
const placeView = ({ survey: name }: World): Sent => ({ params: { survey: name, view: 'stores' } })
const noChange = { put: [], gone: [], plans: [] }
const mappingFile = ({ survey: name }: World): Sent => ({
  params: { survey: name, fileId: '01890000-0000-7000-8000-000000000000' },
})
/** Drafts that nobody made. */
const unknownMapping = (world: World): Sent => ({
  ...survey(world),
  body: {
    change: { put: [], gone: [], order: [], questions: [], options: [] },
    version: 1,
    revisions: { imports: 999, questions: 999 },
  },
})
const scriptOf = ({ survey: name }: World): Sent => ({ params: { level: 'survey', survey: name } })
const script = 'export const variables = {}\nexport const compute = () => ({})\n'
const place = ({ survey: name, path }: World): Sent => ({ params: { survey: name, path } })
const reported = ({ survey: name, path }: World): Sent => ({ params: { survey: name, drillPathFiltered: path } })
const hiddenReported = ({ survey: name, hiddenPath }: World): Sent => ({
  params: { survey: name, drillPathFiltered: hiddenPath },
})
const report = ({ survey: name, report: reportUUID }: World): Sent => ({ params: { survey: name, reportUUID } })
const schedule = ({ schedule: scheduleId }: World): Sent => ({ params: { scheduleId } })
/** What is mailed each day, but for its title, its place and its readers. */
export const daily = { kind: 'figures', rule: { every: 'day', minutes: 480 }, zone: 'UTC' }
const scheduleFields = ({ user, path }: World) => ({ ...daily, title: 'x', path, people: [user] })
const withBody =
  (sent: (world: World) => Sent) =>
  (world: World): Sent => ({ ...sent(world), body: {} })
const reporting: Readonly<Record<string, MatrixRow>> = {
  GET: { sent: reported, outside: hiddenReported, ids: ['survey'] },
  POST: { sent: withBody(reported), outside: withBody(hiddenReported), ids: ['survey'] },
}
const kindOf =
  (sent: (world: World) => Sent) =>
  (world: World): Sent => ({
    params: { ...sent(world).params, kind: 'ranking' },
  })
const hidden = ({ survey: name, hiddenPath }: World): Sent => ({ params: { survey: name, path: hiddenPath } })
const apiKey = ({ survey: name, apiKey: keyId }: World): Sent => ({ params: { survey: name, keyId } })
const interview = ({ survey: name, interview: interviewId }: World): Sent => ({ params: { survey: name, interviewId } })
const hiddenInterview = ({ survey: name, hiddenInterview: interviewId }: World): Sent => ({
  params: { survey: name, interviewId },
})
const noteOf = ({ survey: name, interview: interviewId, note: noteId }: World): Sent => ({
  params: { survey: name, interviewId, noteId },
})
const figureTable = { format: 'csv', component: { type: 'RankingTableComponent' } }
const proofAt = ({ params }: Sent): Sent => ({ params: { ...params, indicator: 'nps' } })
const noKeys = { p256dh: 'x', auth: 'x' }
const alert = ({ survey: name, alert: alertId }: World): Sent => ({ params: { survey: name, alertId } })
const hiddenAlert = ({ survey: name, hiddenAlert: alertId }: World): Sent => ({ params: { survey: name, alertId } })
const attachment = ({ survey: name, alert: alertId, attachment: attachmentId }: World): Sent => ({
  params: { survey: name, alertId, attachmentId },
})
const reply = { replyId: '01890000-0000-7000-8000-00000000000a', language: 'en', subject: 'x', text: 'x' }
/** A block of effects as it is written. */
export const effectBlock = {
  ...{ id: 'kept', title: 'Kept', event: { type: 'interview' } },
  effects: [{ type: 'tag', tags: ['kept'] }],
}
const sample = ({ survey: name, sample: sampleId }: World): Sent => ({ params: { survey: name, sampleId } })
const hiddenSample = ({ survey: name, hiddenSample: sampleId }: World): Sent => ({ params: { survey: name, sampleId } })
const savedFilter = { title: 'Kept', token: 'store=x', isShared: false }
const countedLink = { title: 'Kept', path: '/page/overview/retail/stores,all' }
const savedFilterOf = ({ survey: name, savedFilter: savedFilterId }: World): Sent => ({
  params: { survey: name, savedFilterId },
})
const linkOf = ({ survey: name, countedLink: linkable }: World): Sent => ({ params: { survey: name, linkable } })
const templateOf = ({ survey: name, template: templateId }: World): Sent => ({ params: { survey: name, templateId } })
const campaignOf = ({ survey: name, campaign: campaignId }: World): Sent => ({ params: { survey: name, campaignId } })
const letterOf = ({ survey: name, letter: letterId }: World): Sent => ({ params: { survey: name, letterId } })
const batchOf = ({ survey: name, letterBatch: batchId }: World): Sent => ({ params: { survey: name, batchId } })
const keptToken = ({ survey: name, keptToken: reference }: World): Sent => ({ params: { survey: name, reference } })
const fetched = ({ survey: name }: World): Sent => ({
  params: { survey: name, addressId: '01890000-0000-7000-8000-00000000000d' },
})
const noFetched = { ids: ['survey', 'addressId'], status: 404 } as const
const fetchedAddress = {
  ...{ title: 'x', address: 'https://example.com/a.csv', rule: { every: 'day', minutes: 0 }, zone: 'UTC' },
}
const messageOf = ({ systemMessage: messageId }: World, body?: object): Sent => ({
  params: { messageId },
  ...(body && { body: { ...body } }),
})
/** A message to all universes as it is written; to one with an audience. */
export const writtenMessage = {
  ...{ importance: 'notice', text: 'x', backgroundColor: '#000000', textColor: '#ffffff', icon: 'info' },
}
const toEverybody = { ...writtenMessage, audience: { to: 'everybody' } }
const noMessage = { messageId: '01890000-0000-7000-8000-000000000000' }
const webhook = ({ webhook: hookId }: World): Sent => ({ params: { hookId } })
const tiles = { components: [{ type: 'IndicatorTiles', spark: false }] }
const roleFields = { description: '', permissions: [], surveys: null, rows: {}, figures: null, rules: [] }
const account = { email: 'a@example.com', givenName: 'A', familyName: 'B', locale: 'en' }
const assertion = ({ user, survey: name, path }: World) => ({
  ...{ userId: user, survey: name, permission: 'seeIndicators', path, may: true, note: '' },
})
const page = { extname: 'overview', title: 'Overview', components: [] }
const form = { id: 'visit', title: 'Visit', pages: [{ parts: [{ question: 'nps' }] }] }
const ownPage = ({ survey: name, personalPage }: World): Sent => ({ params: { survey: name, pageId: personalPage } })
/** Of the owner from the start: to change it takes a password. */
export const ownerMail = 'owner@example.com'
const anonymous = '01890000-0000-4000-8000-000000000001'
const open: MatrixRow = { open: true }
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

/** A row per call of the contract; a call without one fails. */
export const rows: Readonly<Record<string, MatrixRow>> = {
  'GET config/client': open,
  'GET health': open,
  'POST vuejs/auth/login': open,
  'POST vuejs/auth/validatekeycloak': open,
  'POST vuejs/auth/impersonateuser': open,
  'POST vuejs/auth/validatecookie': open,
  'GET vuejs/auth/forgot/:user': open,
  'POST vuejs/auth/reset': open,
  'POST session/ticket': open,
  'POST session/enter': open,
  'POST session/setup': open,
  'POST analytics/hit': open,
  'GET universedata/branding': open,
  // With a key instead, which big-screen.test.ts asks for.
  'GET bigscreen/state': open,
  'GET bigscreen/page/:page': open,

  'GET vuejs/auth/changeuniverse/:universe': {
    sent: () => ({ params: { universe: 'acme' } }),
    asStranger: () => ({ params: { universe: 'globex' } }),
  },
  'POST session/logout': { order: 99 },
  // Root sees every universe there.
  'GET backend/surveys': { by: 'root' },
  'GET backend/universes': { by: 'root' },
  'POST backend/universes': {
    by: 'root',
    sent: () => ({ body: { name: 'matrix', title: 'Matrix', timeZone: 'UTC' } }),
  },
  // Each of these is sent for a universe or a certificate that there is not, or leaves what it finds as it is.
  'POST backend/universes/:universe/suspend': {
    by: 'root',
    sent: () => ({ params: { universe: 'nowhere' } }),
    status: 404,
  },
  'POST backend/universes/:universe/resume': { by: 'root', sent: () => ({ params: { universe: 'globex' } }) },
  'POST backend/universes/:universe/delete': {
    by: 'root',
    sent: () => ({ params: { universe: 'globex' }, body: { name: 'globex' } }),
    status: 409,
  },
  'GET backend/deletions': { by: 'root' },
  'GET backend/deletions/:deletionId/certificate': {
    by: 'root',
    sent: () => ({ params: { deletionId: '01890000-0000-7000-8000-000000000000' }, query: { format: 'json' } }),
    status: 404,
  },
  'GET backend/copies': { by: 'root' },
  'POST backend/universes/:universe/export': {
    by: 'root',
    sent: () => ({ params: { universe: 'nowhere' }, body: { withAnswers: true } }),
    status: 404,
  },
  'POST backend/universes/:universe/copy': {
    by: 'root',
    sent: () => ({ params: { universe: 'nowhere' }, body: { name: 'matrix-made-up' } }),
    status: 404,
  },
  // What is uploaded is no export, which is found when its turn comes.
  'POST backend/copies': { by: 'root', sent: () => ({ query: { name: 'matrix-copy' } }) },
  'GET backend/copies/:taskId/file': {
    by: 'root',
    sent: () => ({ params: { taskId: '01890000-0000-7000-8000-000000000000' } }),
    status: 404,
  },
  'POST surveycopy/export/:survey': {
    sent: ({ survey: name }) => ({ params: { survey: name }, body: { withAnswers: true, withContacts: true } }),
    ids: ['survey'],
  },
  'POST surveycopy': {},
  'GET surveycopy': {},
  // Each file is its maker’s own; survey-copy-door.test.ts asks as everybody else.
  'GET surveycopy/:taskId/file': {
    sent: () => ({ params: { taskId: '01890000-0000-7000-8000-000000000000' } }),
    status: 404,
  },
  'GET universedata/versions': {},
  // There is no such version; universe-version.test.ts goes back to one.
  'POST universedata/rollback': { sent: () => ({ body: { to: 1_000_000, version: 1 } }), status: 404 },
  'GET newsurvey': {},
  // The file of the first universe is its uploader’s alone; new-survey.test.ts asks as everybody else.
  ...Object.fromEntries(
    ['GET', 'PUT', 'DELETE', 'GET preview', 'GET definition', 'GET standing', 'POST publish'].map((one) => {
      const [method = '', last] = one.split(' ')
      return [`${method} newsurvey/:newSurveyId${last ? `/${last}` : ''}`, { order: 'skip' } satisfies MatrixRow]
    }),
  ),
  'POST newsurvey': { order: 'skip' },
  'GET backend/versions/:survey': { sent: survey, ids: ['survey'] },
  'GET backend/files/:survey/:version': {
    sent: ({ survey: name }) => ({ params: { survey: name, version: '1' } }),
    ids: ['survey'],
  },
  'POST backend/rollback/:survey': {
    sent: ({ survey: name }) => ({ params: { survey: name }, body: { version: 1, published: 1 } }),
    ids: ['survey'],
  },
  // With a link instead, which interview-share.test.ts asks for.
  'GET vuejs/sharing/interview/:survey/:interviewId/:secret': open,
  'GET report-schedule/by-link/:token': open,
  'POST report-schedule/by-link/:token': open,
  'GET vuejs/interview/shares/:survey/:interviewId': {
    sent: interview,
    ids: ['survey', 'interviewId'],
    outside: hiddenInterview,
  },
  'POST vuejs/interview/shares/:survey/:interviewId': {
    sent: (world) => ({ ...interview(world), body: { days: 1 } }),
    outside: (world) => ({ ...hiddenInterview(world), body: { days: 1 } }),
    ids: ['survey', 'interviewId'],
  },
  'DELETE vuejs/interview/shares/:survey/:interviewId/:shareId': {
    sent: ({ survey: name, interview: interviewId, share: shareId }) => ({
      params: { survey: name, interviewId, shareId },
    }),
    ids: ['survey', 'interviewId', 'shareId'],
    order: 2,
  },
  'GET vuejs/reports/recordtable/:survey/:path': {
    sent: (world) => ({ ...place(world), query: { format: 'csv' } }),
    outside: (world) => ({ ...hidden(world), query: { format: 'csv' } }),
    ids: ['survey'],
  },
  ...Object.fromEntries(
    ['ranking', 'indicators', 'interviews', 'alerts', 'actions'].flatMap((kind) =>
      Object.entries(reporting).map(([method, row]) => [
        `${method} vuejs/reports/${kind}report/:survey/:drillPathFiltered`,
        row,
      ]),
    ),
  ),
  'GET vuejs/reports/createreport/:survey/:path/:kind': {
    sent: kindOf(place),
    outside: kindOf(hidden),
    ids: ['survey'],
  },
  'POST vuejs/reports/createreport/:survey/:path/:kind': {
    sent: withBody(kindOf(place)),
    outside: withBody(kindOf(hidden)),
    ids: ['survey'],
  },
  'GET vuejs/reports/status/:survey/:reportUUID': { sent: report, ids: ['survey', 'reportUUID'] },
  'GET vuejs/reports/one/:survey/:reportUUID': { sent: report, ids: ['survey', 'reportUUID'] },
  'POST vuejs/reports/ticket/:survey/:reportUUID': { sent: report, ids: ['survey', 'reportUUID'] },
  // With a ticket instead, which report.test.ts asks for.
  'GET vuejs/reports/download/:survey/:reportUUID/:ticket': open,
  'GET task/own': {},
  'POST task/cancel/:taskId': { sent: ({ task: taskId }) => ({ params: { taskId } }), ids: ['taskId'], order: 1 },
  'POST task/retry/:taskId': { sent: ({ task: taskId }) => ({ params: { taskId } }), ids: ['taskId'], order: 2 },
  'POST session/fileticket': { sent: () => ({ body: { address: '/api/audit/export' } }) },
  'GET backgroundwork/standing': {},
  'GET backend/health': { by: 'root' },
  'GET backend/health/history': { by: 'root', sent: () => ({ query: { span: 'day' } }) },
  'POST backgroundwork/retry/:queue': { sent: () => ({ params: { queue: 'mail' } }) },
  'GET vuejs/tasks/list': {},
  'GET vuejs/tasks/report': {},
  'POST vuejs/tasks/process': { sent: ({ task }) => ({ body: { taskIds: [task] } }), order: 3 },
  'POST vuejs/tasks/assignstate': {
    sent: ({ task }) => ({ body: { taskIds: [task], newstate: 'cancelled' } }),
    order: 4,
  },
  'POST vuejs/tasks/deletesingle/:taskId': {
    sent: ({ task: taskId }) => ({ params: { taskId } }),
    ids: ['taskId'],
    order: 5,
  },
  // None is left by now: work-page.test.ts deletes some.
  'POST vuejs/tasks/delete': { sent: () => ({ body: { count: 50 } }), status: 409, order: 98 },
  'GET report-schedule/own': {},
  'GET report-schedule/all': {},
  'GET report-schedule/readers/:survey': { sent: survey, ids: ['survey'] },
  'POST report-schedule/create/:survey': {
    sent: (world) => ({ ...survey(world), body: scheduleFields(world) }),
    ids: ['survey'],
  },
  'PUT report-schedule/change/:scheduleId': {
    sent: (world) => ({ ...schedule(world), body: { ...scheduleFields(world), version: 1 } }),
    ids: ['scheduleId'],
    order: 1,
  },
  'POST report-schedule/pause/:scheduleId': {
    sent: (world) => ({ ...schedule(world), body: { isPaused: true } }),
    ids: ['scheduleId'],
    order: 2,
  },
  'POST report-schedule/leave/:scheduleId': {
    sent: (world) => ({ ...schedule(world), body: { hasLeft: true } }),
    ids: ['scheduleId'],
  },
  'POST report-schedule/run/:scheduleId': { sent: schedule, ids: ['scheduleId'], order: 1 },
  'GET report-schedule/history/:scheduleId': { sent: schedule, ids: ['scheduleId'] },
  'POST report-schedule/end/:scheduleId': { sent: schedule, ids: ['scheduleId'], order: 3 },
  'GET result/proof/:survey/:path/:indicator': {
    sent: (world) => proofAt(place(world)),
    outside: (world) => proofAt(hidden(world)),
    ids: ['survey'],
  },
  'POST vuejs/reports/figuretable/:survey/:path': {
    sent: (world) => ({ ...place(world), body: figureTable }),
    outside: (world) => ({ ...hidden(world), body: figureTable }),
    ids: ['survey'],
  },
  'GET vuejs/surveys/metainterviewdata/:survey': { sent: survey, ids: ['survey'] },
  'POST vuejs/surveys/metainterviewdata/:survey': {
    sent: (world) => ({ ...survey(world), query: { preview: 'true' } }),
    ids: ['survey'],
    // The file that is sent names no interviews.
    status: 400,
  },
  'POST vuejs/surveys/metainterviewdata/:survey/undo/:fileId': {
    // No file of corrections is stored, which correction-file.test.ts has.
    sent: (world) => ({ params: { ...survey(world).params, fileId: '01890000-0000-7000-8000-00000000000c' } }),
    ids: ['survey', 'fileId'],
    status: 404,
  },
  'GET fetched-file/list/:survey': { sent: survey, ids: ['survey'] },
  'POST fetched-file/create/:survey': {
    sent: (world) => ({ ...survey(world), body: fetchedAddress }),
    ids: ['survey'],
  },
  // No address is there, which fetched-file.test.ts has.
  'PUT fetched-file/change/:survey/:addressId': {
    sent: (world) => ({ ...fetched(world), body: { ...fetchedAddress, version: 1 } }),
    ...noFetched,
  },
  'DELETE fetched-file/remove/:survey/:addressId': { sent: fetched, ...noFetched },
  'POST fetched-file/pause/:survey/:addressId': {
    sent: (world) => ({ ...fetched(world), body: { isPaused: true } }),
    ...noFetched,
  },
  'POST fetched-file/try/:survey/:addressId': { sent: fetched, ...noFetched },
  'POST fetched-file/accept/:survey/:addressId': {
    sent: (world) => ({ ...fetched(world), body: { hostKey: `SHA256:${'a'.repeat(43)}` } }),
    ...noFetched,
  },
  'POST fetched-file/run/:survey/:addressId': { sent: fetched, ...noFetched },
  'GET fetched-file/runs/:survey/:addressId': { sent: fetched, ...noFetched },
  'GET vuejs/surveys/metaproperty/:survey': { sent: survey, ids: ['survey'] },
  'GET vuejs/surveys/metaproperty/:survey/:question': {
    sent: ({ survey: name }) => ({ params: { survey: name, question: 'nps' } }),
    ids: ['survey'],
  },
  'POST vuejs/surveys/metaproperty/:survey': {
    sent: (world) => ({
      ...survey(world),
      body: { question: 'nps', version: 999, change: { property: 'hidden', value: false } },
    }),
    ids: ['survey'],
    status: 409,
  },
  'GET vuejs/surveys/metainterviewdata/:survey/:interviewId': {
    sent: interview,
    ids: ['survey', 'interviewId'],
    outside: hiddenInterview,
  },
  'POST vuejs/surveys/metainterviewdata/:survey/:interviewId': {
    sent: (world) => ({ ...interview(world), body: { changes: [{ question: 'nps', before: 7, value: 7 }] } }),
    ids: ['survey', 'interviewId'],
    // A correction by hand keeps its import from being taken back.
    order: 'skip',
  },
  'GET vuejs/interview/people/:survey/:interviewId': {
    sent: interview,
    ids: ['survey', 'interviewId'],
    outside: hiddenInterview,
  },
  'PUT vuejs/interview/translation/:survey/:interviewId': {
    // It has no open answer, which interview-translation.test.ts has.
    sent: (world) => ({ ...interview(world), body: { question: 'store', locale: 'sv', text: 'x' } }),
    ids: ['survey', 'interviewId'],
    status: 400,
  },
  'GET vuejs/interview/tags/:survey': { sent: survey, ids: ['survey'] },
  'POST vuejs/interview/tags/:survey': {
    sent: (world) => ({ ...survey(world), body: { interviews: [world.interview], add: ['x'] } }),
    outside: (world) => ({ ...survey(world), body: { interviews: [world.hiddenInterview], add: ['x'] } }),
    ids: ['survey'],
  },
  'POST vuejs/interview/tags/undo/:survey': {
    sent: ({ survey: name, tagBulk: bulkId }) => ({ params: { survey: name }, body: { bulkId } }),
    ids: ['survey', 'bulkId'],
    order: 2,
  },
  'GET vuejs/interview/topics/:survey/:interviewId': {
    sent: interview,
    ids: ['survey', 'interviewId'],
    outside: hiddenInterview,
  },
  'POST vuejs/interview/topics/:survey/:interviewId': {
    // It has no comment, which topic-correction.test.ts has.
    sent: (world) => ({ ...interview(world), body: { question: 'comment', topic: 'staff', isThere: true } }),
    ids: ['survey', 'interviewId'],
    status: 400,
  },
  'GET vuejs/comments/stars/:survey': { sent: survey, ids: ['survey'] },
  'PUT vuejs/comments/stars/:survey': {
    // It has no comment, which comment-star.test.ts has.
    sent: (world) => ({
      params: { survey: world.survey },
      body: { interviewId: world.interview, question: 'comment', isStarred: true },
    }),
    ids: ['survey'],
    status: 404,
  },
  'GET vuejs/reports/topiccorrections/:survey': { sent: survey, ids: ['survey'] },
  'GET vuejs/reports/flexinterview/:survey/:interviewId': {
    sent: (world) => ({ ...interview(world), query: { format: 'html' } }),
    ids: ['survey', 'interviewId'],
    outside: (world) => ({ ...hiddenInterview(world), query: { format: 'html' } }),
  },
  'GET vuejs/interview/:survey/:interviewId': {
    sent: interview,
    ids: ['survey', 'interviewId'],
    outside: hiddenInterview,
  },
  'PUT vuejs/interview/comment/:survey/:interviewId/:noteId': {
    sent: (world) => ({ ...noteOf(world), body: { message: 'x' } }),
    ids: ['survey', 'interviewId', 'noteId'],
  },
  'DELETE vuejs/interview/comment/:survey/:interviewId/:noteId': {
    sent: noteOf,
    ids: ['survey', 'interviewId', 'noteId'],
    order: 2,
  },
  'POST vuejs/interview/addcomment/:survey/:interviewId': {
    sent: (world) => ({ ...interview(world), body: { message: 'x' } }),
    outside: (world) => ({ ...hiddenInterview(world), body: { message: 'x' } }),
    ids: ['survey', 'interviewId'],
  },
  'GET vuejs/alerts/list/:survey/:path': { sent: place, ids: ['survey'], outside: hidden },
  'GET vuejs/alerts/groups/:survey/:path': {
    sent: (world) => ({ ...place(world), query: { by: 'owner' } }),
    outside: (world) => ({ ...hidden(world), query: { by: 'node' } }),
    ids: ['survey'],
  },
  'GET vuejs/alerts/loop/:survey/:path': { sent: place, ids: ['survey'], outside: hidden },
  'GET vuejs/alerts/recovery/:survey/:path': { sent: place, ids: ['survey'], outside: hidden },
  'GET vuejs/alerts/choices/:survey': { sent: survey, ids: ['survey'] },
  'GET vuejs/alerts/mine/:survey': { sent: survey, ids: ['survey'] },
  'GET vuejs/alerts/people/:survey': { sent: survey, ids: ['survey'] },
  'GET vuejs/alerts/one/:survey/:alertId': { sent: alert, outside: hiddenAlert, ids: ['survey', 'alertId'] },
  'GET vuejs/alerts/interview/:survey/:interviewId': { sent: interview, ids: ['survey'] },
  'POST vuejs/alerts/note/:survey/:alertId': {
    sent: (world) => ({ ...alert(world), body: { message: 'x' } }),
    outside: (world) => ({ ...hiddenAlert(world), body: { message: 'x' } }),
    ids: ['survey', 'alertId'],
  },
  'POST vuejs/alerts/change/:survey/:alertId': {
    sent: (world) => ({ ...alert(world), body: { version: 1, severity: 'medium' } }),
    outside: (world) => ({ ...hiddenAlert(world), body: { version: 1, severity: 'medium' } }),
    ids: ['survey', 'alertId'],
  },
  'POST vuejs/alerts/attach/:survey/:alertId': { sent: alert, outside: hiddenAlert, ids: ['survey', 'alertId'] },
  'GET vuejs/alerts/attachment/:survey/:alertId/:attachmentId': {
    ...{ sent: attachment, ids: ['survey', 'alertId', 'attachmentId'] },
  },
  'DELETE vuejs/alerts/attachment/:survey/:alertId/:attachmentId': {
    ...{ sent: attachment, ids: ['survey', 'alertId', 'attachmentId'], order: 1 },
  },
  'GET vuejs/alerts/reply/:survey/:alertId': { sent: alert, outside: hiddenAlert, ids: ['survey', 'alertId'] },
  'POST vuejs/alerts/reply/:survey/:alertId': {
    sent: (world) => ({ ...alert(world), body: reply }),
    ids: ['survey', 'alertId'],
    // Its customer has no mail address; reply.test.ts writes one, and asks from elsewhere.
    status: 409,
  },
  'POST vuejs/alerts/bulk/:survey': {
    sent: ({ survey: name, alert: alertId }) => ({
      params: { survey: name },
      body: { alerts: [{ alertId, version: 1 }], change: { severity: 'low' } },
    }),
    ids: ['survey'],
  },
  'POST vuejs/alerts/undo/:survey': {
    sent: ({ survey: name, bulk: bulkId }) => ({ params: { survey: name }, body: { bulkId } }),
    ids: ['survey', 'bulkId'],
  },
  'GET vuejs/samples/list/:survey/:path': { sent: place, ids: ['survey'], outside: hidden },
  'GET vuejs/samples/funnel/:survey/:path': { sent: place, ids: ['survey'], outside: hidden },
  'GET vuejs/samples/one/:survey/:sampleId': { sent: sample, outside: hiddenSample, ids: ['survey', 'sampleId'] },
  'GET vuejs/samples/interview/:survey/:interviewId': { sent: interview, ids: ['survey'] },
  'POST vuejs/samples/change/:survey/:sampleId': {
    sent: (world) => ({ ...sample(world), body: { version: 1, name: 'Zanzibar two' } }),
    outside: (world) => ({ ...hiddenSample(world), body: { version: 1, phone: '12345' } }),
    ids: ['survey', 'sampleId'],
    order: 1,
  },
  'POST vuejs/samples/consent/:survey/:sampleId': {
    sent: (world) => ({ ...sample(world), body: { consent: 'given' } }),
    outside: (world) => ({ ...hiddenSample(world), body: { consent: 'given' } }),
    ids: ['survey', 'sampleId'],
  },
  'POST vuejs/samples/bulk/:survey': {
    sent: ({ survey: name, sample: sampleId }) => ({
      params: { survey: name },
      body: { samples: [{ sampleId, version: 1 }], state: 'refused' },
    }),
    ids: ['survey'],
    order: 2,
  },
  'POST vuejs/samples/undo/:survey': {
    sent: ({ survey: name, sampleBulk: bulkId }) => ({ params: { survey: name }, body: { bulkId } }),
    ids: ['survey', 'bulkId'],
  },
  'POST vuejs/samples/erase/:survey/:sampleId': {
    sent: (world) => ({ ...sample(world), body: { isSure: true } }),
    outside: (world) => ({ ...hiddenSample(world), body: { isSure: true } }),
    ids: ['survey', 'sampleId'],
    order: 98,
  },
  'POST vuejs/reports/sampletablereport/:survey/:table/:path': {
    sent: (world) => ({ params: { ...place(world).params, table: 'samples' }, body: { format: 'csv' } }),
    outside: (world) => ({ params: { ...hidden(world).params, table: 'samples' }, body: { format: 'csv' } }),
    ids: ['survey'],
  },
  'GET vuejs/reports/samplesreport/:survey/:path': {
    sent: (world) => ({ ...place(world), query: { format: 'csv' } }),
    outside: (world) => ({ ...hidden(world), query: { format: 'csv' } }),
    ids: ['survey'],
  },
  'GET vuejs/samples/data/:survey/:sampleId': { sent: sample, outside: hiddenSample, ids: ['survey', 'sampleId'] },
  'GET vuejs/samples/erasures/:survey': { sent: survey, ids: ['survey'] },
  'GET vuejs/samples/import/:survey': { sent: survey, ids: ['survey'] },
  'POST vuejs/samples/import/:survey': { sent: survey, ids: ['survey'] },
  'DELETE vuejs/samples/import/:survey/:importId': {
    sent: ({ survey: name, sampleImport: importId }) => ({ params: { survey: name, importId } }),
    ids: ['survey', 'importId'],
    order: 3,
  },
  'POST v1/surveys/:survey/samples': {
    sent: ({ survey: name }) => ({ params: { survey: name }, body: { samples: [{ email: 'c@example.com' }] } }),
    ids: ['survey'],
  },
  'GET vuejs/alerts/rules/:survey': { sent: survey, ids: ['survey'] },
  'POST vuejs/alerts/publishrules/:survey': {
    sent: (world) => ({ ...survey(world), body: { rules: '{}', version: 999 } }),
    ids: ['survey'],
    status: 409,
  },
  'POST vuejs/alerts/dryrun/:survey': {
    sent: (world) => ({ ...survey(world), body: { from: '2026-01-01', to: '2026-12-31' } }),
    ids: ['survey'],
  },
  'POST vuejs/alerts/backfill/:survey': {
    sent: (world) => ({ ...survey(world), body: { from: '2019-01-01', to: '2019-01-31' } }),
    ids: ['survey'],
  },
  'GET vuejs/surveys/effectblocks/:survey': { sent: survey, ids: ['survey'] },
  'GET vuejs/surveys/effectblocks/runs/:survey': { sent: survey, ids: ['survey'] },
  'POST vuejs/surveys/effectblocks/create/:survey': {
    sent: (world) => ({ ...survey(world), body: { block: { ...effectBlock, id: 'new' }, version: 999 } }),
    ids: ['survey'],
    status: 409,
  },
  'POST vuejs/surveys/effectblocks/:survey': {
    sent: (world) => ({ ...survey(world), body: { block: effectBlock, version: 999 } }),
    ids: ['survey'],
    status: 409,
  },
  'DELETE vuejs/surveys/effectblocks/:survey/:blockId/:version': {
    sent: ({ survey: name }) => ({ params: { survey: name, blockId: 'kept', version: '999' } }),
    ids: ['survey'],
    status: 409,
  },
  'POST vuejs/surveys/effectblocks/dryrun/:survey': {
    sent: (world) => ({ ...survey(world), body: { block: effectBlock, from: '2026-01-01', to: '2026-12-31' } }),
    ids: ['survey'],
  },
  'POST vuejs/surveys/effectblocks/backfill/:survey': {
    sent: (world) => ({
      ...survey(world),
      body: { blockId: 'kept', from: yesterday, to: yesterday, count: 1 },
    }),
    ids: ['survey'],
    status: 409,
  },
  'GET vuejs/logs/bugs/:survey': { sent: survey, ids: ['survey'], by: 'root' },
  'DELETE vuejs/logs/bugs/:survey': { sent: survey, ids: ['survey'], by: 'root' },
  'POST bug/report': { sent: () => ({ body: { survey: '', message: 'x', place: '', route: '', release: '' } }) },
  'GET session/identity': {},
  'POST session/viewas': { sent: ({ user }) => ({ body: { userId: user } }), ids: ['userId'] },
  'POST session/stop': { status: 400 },
  'POST analytics/visit': {
    sent: ({ survey: name }) => ({
      body: { survey: name, visits: [{ kind: 'page', subject: 'overview', which: '' }] },
    }),
  },
  'POST analytics/identify': { sent: () => ({ body: { anonymous } }) },

  'GET account': {},
  'GET vuejs/mentions/list': {},
  'POST vuejs/mentions/read': { sent: () => ({ body: { mentionIds: ['01890000-0000-7000-8000-000000000000'] } }) },
  'PUT account': {
    sent: () => ({ body: { givenName: '', familyName: '', email: ownerMail, locale: 'en', theme: 'dark' } }),
  },
  'GET account/notifications': {},
  'PUT account/notifications': {
    sent: () => ({
      body: {
        modes: { raised: 'off', assigned: 'off', escalated: 'off', overdue: 'digest', mentioned: 'immediate' },
        ...{ digestHour: 8, timeZone: 'UTC' },
      },
    }),
  },
  'GET account/push': {},
  'PUT account/push': {
    sent: () => ({ body: { endpoint: 'https://localhost/', keys: noKeys, kinds: [] } }),
    status: 400,
  },
  'DELETE account/push/:device': { sent: ({ session }) => ({ params: { device: session } }), order: 'skip' },
  'POST account/password': { sent: () => ({ body: { current: 'x', password: 'y' } }), status: 400 },
  'GET account/sessions': {},
  'DELETE account/sessions/:session': { sent: ({ session }) => ({ params: { session } }), order: 'skip' },
  'DELETE account/sessions': { order: 90 },

  'GET secondfactor': {},
  'POST secondfactor/totp/begin': { sent: () => ({ body: { password: 'x' } }), order: 'skip' },
  'POST secondfactor/totp/confirm': { sent: () => ({ body: { code: '000000' } }), order: 'skip' },
  'POST secondfactor/totp/remove': { sent: () => ({ body: { password: 'x' } }), order: 'skip' },
  'POST secondfactor/passkey/begin': { sent: () => ({ body: { password: 'x' } }), order: 'skip' },
  'POST secondfactor/passkey/confirm': { sent: () => ({ body: { name: 'a', passkey: '{}' } }), order: 'skip' },
  'POST secondfactor/passkey/remove': { sent: () => ({ body: { password: 'x', id: 'a' } }), order: 'skip' },
  'POST secondfactor/recovery': { sent: () => ({ body: { password: 'x' } }), order: 'skip' },

  'GET universedata': {},
  'GET universedata/settings': {},
  'GET universedata/retention': { sent: () => ({ query: { days: '1', contactDays: '1', personalDays: '1' } }) },
  'GET universedata/retention/removals': {},
  'PUT universedata': {
    sent: () => ({ body: { title: 'New', timeZone: 'UTC', settings: {}, version: 999 } }),
    status: 409,
  },
  'GET audit/list': {},
  'GET audit/export': {},
  'GET usage/survey/:survey': { sent: survey, ids: ['survey'] },
  'GET usage/people': {},
  'GET usage/people/export': {},

  'GET vuejs/surveys/list/:universe': {
    sent: () => ({ params: { universe: 'acme' } }),
  },
  'GET vuejs/surveys/one/:survey': { sent: survey, ids: ['survey'] },
  'GET vuejs/surveys/loadcount/:survey': { sent: survey, ids: ['survey'] },
  'GET vuejs/surveys/metadata/:survey': { sent: survey, ids: ['survey'] },
  'GET vuejs/filters/list/:survey/:type': {
    sent: ({ survey: name }) => ({ params: { survey: name, type: 'standard' } }),
    outside: ({ survey: name, hiddenPath }) => ({
      params: { survey: name, type: 'standard' },
      query: { path: hiddenPath },
    }),
    ids: ['survey'],
  },
  'GET vuejs/filters/query/:survey/:filter': {
    sent: ({ survey: name }) => ({ params: { survey: name, filter: 'store' } }),
    outside: ({ survey: name, hiddenPath }) => ({
      params: { survey: name, filter: 'store' },
      query: { path: hiddenPath },
    }),
    ids: ['survey'],
  },
  'GET vuejs/events': {},
  'GET vuejs/columns/:survey': { sent: survey, ids: ['survey'] },
  'PUT vuejs/columns/:survey': {
    sent: (world) => ({ ...survey(world), body: { title: 'Kept', columns: 'n' } }),
    ids: ['survey'],
  },
  'DELETE vuejs/columns/:survey/:columnSetId': {
    sent: ({ survey: name, columnSet: columnSetId }) => ({ params: { survey: name, columnSetId } }),
    ids: ['survey', 'columnSetId'],
    order: 80,
  },
  'GET vuejs/sql/columns/:survey': { sent: survey, ids: ['survey'] },
  'POST vuejs/sql/run/:survey': {
    sent: (world) => ({
      ...survey(world),
      body: { path: world.hiddenPath, statement: 'select * from interviews' },
    }),
    ids: ['survey'],
  },
  'GET vuejs/sql/questions/:survey': { sent: survey, ids: ['survey'] },
  'PUT vuejs/sql/questions/:survey': {
    sent: (world) => ({ ...survey(world), body: { title: 'Kept', statement: 'select 1' } }),
    ids: ['survey'],
  },
  'DELETE vuejs/sql/questions/:survey/:questionId': {
    sent: ({ survey: name, sqlQuestion: questionId }) => ({ params: { survey: name, questionId } }),
    ids: ['survey', 'questionId'],
    order: 80,
  },
  'GET vuejs/responsecheck/list/:survey': { sent: survey, ids: ['survey'] },
  'GET vuejs/responsecheck/excluded/:survey': { sent: survey, ids: ['survey'] },
  'POST vuejs/responsecheck/check/:survey': { sent: survey, ids: ['survey'] },
  // A finding is made by many interviews: response-check.test.ts.
  'GET vuejs/responsecheck/interviews/:survey/:findingId': { order: 'skip' },
  'POST vuejs/responsecheck/state/:survey/:findingId': { order: 'skip' },
  'POST vuejs/responsecheck/exclude/:survey': {
    sent: (world) => ({ ...survey(world), body: { interviews: [world.interview], reason: 'x' } }),
    outside: (world) => ({ ...survey(world), body: { interviews: [world.hiddenInterview], reason: 'x' } }),
    ids: ['survey'],
    order: 4,
  },
  'POST vuejs/responsecheck/restore/:survey': {
    sent: (world) => ({ ...survey(world), body: { interviews: [world.interview] } }),
    outside: (world) => ({ ...survey(world), body: { interviews: [world.hiddenInterview] } }),
    ids: ['survey'],
    order: 5,
  },
  'GET vuejs/templates/list/:survey': { sent: survey, ids: ['survey'] },
  'GET vuejs/templates/one/:survey/:templateId': { sent: templateOf, ids: ['survey', 'templateId'] },
  'GET vuejs/templates/render/:survey/:templateId': {
    sent: (world) => ({ ...templateOf(world), query: { locale: 'en' } }),
    ids: ['survey', 'templateId'],
  },
  'GET vuejs/templates/preview/:survey/:templateId': {
    sent: ({ survey: name, smsTemplate: templateId }) => ({
      params: { survey: name, templateId },
      query: { locale: 'en' },
    }),
    ids: ['survey', 'templateId'],
  },
  'POST vuejs/templates/create/:survey': {
    sent: (world) => ({ ...survey(world), body: { kind: 'mail', title: 'New' } }),
    ids: ['survey'],
  },
  'POST vuejs/templates/publish/:survey/:templateId': {
    sent: (world) => ({ ...templateOf(world), body: { revision: 2 } }),
    ids: ['survey', 'templateId'],
  },
  'POST vuejs/templates/change/:survey/:templateId': {
    sent: (world) => ({
      ...templateOf(world),
      body: { revision: 3, title: 'Kept', content: { kind: 'mail', subject: 'x' } },
    }),
    ids: ['survey', 'templateId'],
    order: 1,
  },
  'POST vuejs/templates/test/:survey/:templateId': {
    sent: (world) => ({ ...templateOf(world), body: { locale: 'en' } }),
    ids: ['survey', 'templateId'],
  },
  'GET vuejs/campaigns/list/:survey': { sent: survey, ids: ['survey'] },
  'GET vuejs/campaigns/below/:survey/:path': { sent: place, ids: ['survey'], outside: hidden },
  'GET vuejs/campaigns/details/:survey/:path': { sent: place, ids: ['survey'], outside: hidden },
  'GET vuejs/campaigns/one/:survey/:campaignId': { sent: campaignOf, ids: ['survey', 'campaignId'] },
  'POST vuejs/campaigns/returned/:survey/:campaignId': {
    sent: (world) => ({ ...campaignOf(world), body: { codes: ['0000'] } }),
    ids: ['survey', 'campaignId'],
  },
  'GET vuejs/campaigns/recipients/:survey/:campaignId': {
    sent: (world) => ({ ...campaignOf(world), query: { group: 'left' } }),
    ids: ['survey', 'campaignId'],
  },
  'GET vuejs/campaigns/missing/:survey/:campaignId': { sent: campaignOf, ids: ['survey', 'campaignId'] },
  'GET vuejs/campaigns/weighing/:survey/:campaignId': {
    sent: (world) => ({ ...campaignOf(world), query: { fields: 'place' } }),
    ids: ['survey', 'campaignId'],
  },
  'GET vuejs/campaigns/weights/:survey/:campaignId': {
    sent: (world) => ({ ...campaignOf(world), query: { fields: 'place' } }),
    ids: ['survey', 'campaignId'],
  },
  'POST vuejs/campaigns/audience/:survey': {
    sent: (world) => ({ ...survey(world), body: { action: 'new', path: world.path, rules: {} } }),
    ids: ['survey'],
    outside: (world) => ({ ...survey(world), body: { action: 'new', path: world.hiddenPath, rules: {} } }),
  },
  'POST vuejs/campaigns/create/:survey': {
    sent: (world) => ({
      ...survey(world),
      body: { action: 'test', path: world.path, name: 'New', templateId: world.template, rules: {} },
    }),
    ids: ['survey', 'templateId'],
  },
  'POST vuejs/campaigns/change/:survey/:campaignId': {
    sent: (world) => ({ ...campaignOf(world), body: { to: 'paused' } }),
    ids: ['survey', 'campaignId'],
  },
  'GET vuejs/forms/ways/:survey/:path': { sent: place, ids: ['survey'], outside: hidden },
  'GET vuejs/forms/posters/:survey/:path': {
    sent: (world) => ({ ...place(world), query: { form: 'visit' } }),
    ids: ['survey'],
    order: -1,
    outside: (world) => ({ ...hidden(world), query: { form: 'visit' } }),
  },
  'GET vuejs/reports/lettersarchive/:survey/:path': { sent: place, outside: hidden, ids: ['survey'] },
  'POST vuejs/reports/letterticket/:survey/:letterId': { sent: letterOf, ids: ['survey', 'letterId'] },
  'GET vuejs/reports/letterrender/:survey/:letterId/:ticket': { open: true, order: -1 },
  // Its file goes where somebody is erased meanwhile: server/src/campaign/letter-campaign.test.ts shows it.
  'POST vuejs/reports/letterbatchticket/:survey/:batchId': {
    sent: batchOf,
    ids: ['survey', 'batchId'],
    order: 'skip',
  },
  'GET vuejs/reports/letterbatch/:survey/:batchId/:ticket': { open: true, order: -1 },
  'POST vuejs/reports/letterbatchagain/:survey/:batchId': { sent: batchOf, ids: ['survey', 'batchId'], order: -1 },
  'POST vuejs/filters/kept/:survey': {
    sent: (world) => ({ ...survey(world), body: { token: 'store=x' } }),
    ids: ['survey'],
  },
  'GET vuejs/filters/kept/:survey/:reference': { sent: keptToken, ids: ['survey', 'reference'] },
  'GET vuejs/links/:survey': { sent: survey, ids: ['survey'] },
  'POST vuejs/links/:survey': {
    sent: (world) => ({ ...survey(world), body: countedLink }),
    ids: ['survey'],
  },
  'PUT vuejs/links/:survey/:linkable': {
    sent: (world) => ({ ...linkOf(world), body: { title: 'Kept' } }),
    ids: ['survey', 'linkable'],
  },
  'POST vuejs/links/:survey/:linkable/end': { sent: linkOf, ids: ['survey', 'linkable'], order: 49 },
  'GET vuejs/links/:survey/:linkable/hits': { sent: linkOf, ids: ['survey', 'linkable'] },
  'DELETE vuejs/links/:survey/:linkable': {
    sent: linkOf,
    ids: ['survey', 'linkable'],
    order: 50,
  },
  // Of another universe it is no link, as one that is not there: counted-link.test.ts.
  'POST vuejs/links/opened': { sent: ({ countedLink: linkable }) => ({ body: { linkable } }) },
  'GET vuejs/filters/saved/:survey': { sent: survey, ids: ['survey'] },
  'POST vuejs/filters/saved/:survey': {
    sent: (world) => ({ ...survey(world), body: savedFilter }),
    ids: ['survey'],
  },
  'PUT vuejs/filters/saved/:survey/:savedFilterId': {
    sent: (world) => ({ ...savedFilterOf(world), body: { ...savedFilter, title: 'Renamed', version: 1 } }),
    ids: ['survey', 'savedFilterId'],
  },
  'DELETE vuejs/filters/saved/:survey/:savedFilterId': {
    sent: savedFilterOf,
    ids: ['survey', 'savedFilterId'],
    order: 50,
  },
  'PUT vuejs/filters/last/:survey': {
    sent: (world) => ({ ...survey(world), body: { token: 'store=x' } }),
    ids: ['survey'],
  },
  'GET vuejs/card/:survey/:path': { sent: place, outside: hidden, ids: ['survey'] },
  'GET result/place/:survey/:path': { sent: place, outside: hidden, ids: ['survey'] },
  'GET result/page/:survey/:path/:page': {
    sent: (world) => ({ params: { ...place(world).params, page: 'overview' } }),
    outside: (world) => ({ params: { ...hidden(world).params, page: 'overview' } }),
    ids: ['survey'],
  },
  'POST result/query/:survey/:path': {
    sent: (world) => ({ ...place(world), body: tiles }),
    outside: (world) => ({ ...hidden(world), body: tiles }),
    ids: ['survey'],
  },
  'GET result/children/:survey/:path': { sent: place, outside: hidden, ids: ['survey'] },
  'GET result/search/:survey/:view': {
    sent: ({ survey: name }) => ({ params: { survey: name, view: 'stores' } }),
    ids: ['survey'],
  },

  'POST imports/:survey': {
    sent: (world) => ({ ...survey(world), query: { preview: 'true' } }),
    ids: ['survey'],
    // No mapping of the survey fits the file that is sent.
    status: 400,
  },
  'GET imports/:survey': { sent: survey, ids: ['survey'] },
  'DELETE imports/:survey/:importId': {
    sent: ({ survey: name, import: importId }) => ({ params: { survey: name, importId } }),
    ids: ['survey', 'importId'],
    order: 80,
  },

  'GET role/list': {},
  'GET role/one/:roleId': { sent: ({ role }) => ({ params: { roleId: role } }), ids: ['roleId'] },
  'POST role/create': { sent: () => ({ body: { ...roleFields, name: 'New' } }) },
  'PUT role/save/:roleId': {
    sent: ({ role }) => ({ params: { roleId: role }, body: { ...roleFields, name: 'Other', version: 0 } }),
    ids: ['roleId'],
    status: 409,
  },
  'DELETE role/remove/:roleId': { sent: ({ role }) => ({ params: { roleId: role } }), ids: ['roleId'], order: 'skip' },
  'GET role/places': {},
  'GET role/nodes/:view': { sent: () => ({ params: { view: 'stores' } }) },

  'GET user/list': {},
  'GET user/one/:userId': { sent: ({ user }) => ({ params: { userId: user } }), ids: ['userId'] },
  'POST user/create': {
    sent: () => ({ body: { ...account, username: 'new-one', roles: [], invite: false } }),
    asStranger: () => ({ body: { ...account, username: 'new-two', roles: [], invite: false } }),
  },
  'PUT user/save/:userId': {
    sent: ({ user }) => ({ params: { userId: user }, body: { ...account, roles: [], version: 999 } }),
    ids: ['userId'],
    status: 409,
  },
  'POST user/state/:userId': {
    sent: ({ user }) => ({ params: { userId: user }, body: { state: 'active' } }),
    ids: ['userId'],
  },
  'POST user/invite/:userId': { sent: ({ user }) => ({ params: { userId: user } }), ids: ['userId'], status: 400 },
  'POST user/secondfactor/reset/:userId': {
    ...{ sent: ({ user }) => ({ params: { userId: user } }), ids: ['userId'], status: 400 },
  },
  'POST user/copyaccess/:userId': {
    sent: ({ user }) => ({ params: { userId: user }, body: { from: user } }),
    ids: ['userId', 'from'],
  },
  'POST user/import': { sent: () => ({ query: { preview: 'true' } }) },
  'GET user/export': {},

  'GET access/explain/:survey/:path': { sent: place, ids: ['survey'] },
  'GET access/openers/:survey/:path': { sent: place, ids: ['survey'] },
  'POST access/effective': { sent: ({ role }) => ({ body: { roles: [{ roleId: role, rows: {}, figures: null }] } }) },
  'GET access/assertion': {},
  'POST access/assertion': { sent: (world) => ({ body: assertion(world) }), ids: ['userId'] },
  'PUT access/assertion/:assertionId': {
    sent: (world) => ({ params: { assertionId: world.assertion }, body: assertion(world) }),
    ids: ['assertionId'],
  },
  'DELETE access/assertion/:assertionId': {
    sent: ({ assertion: assertionId }) => ({ params: { assertionId } }),
    ids: ['assertionId'],
    order: 70,
  },

  'GET vuejs/surveys/apikey/list/:survey': { sent: survey, ids: ['survey'] },
  'GET vuejs/surveys/apikey/create/:survey': {
    sent: ({ survey: name }) => ({ params: { survey: name }, query: { label: 'New', pages: 'overview' } }),
    ids: ['survey'],
  },
  'GET vuejs/surveys/apikey/address/:survey/:keyId': { sent: apiKey, ids: ['survey', 'keyId'] },
  'POST vuejs/surveys/apikey/save/:survey/:keyId': {
    sent: (world) => ({ ...apiKey(world), body: { label: 'New', pages: ['overview'] } }),
    ids: ['survey', 'keyId'],
  },
  'GET vuejs/surveys/apikey/delete/:survey/:keyId': {
    sent: apiKey,
    ids: ['survey', 'keyId'],
    order: 1,
  },
  'GET universekey/list': {},
  'POST universekey/create': { sent: () => ({ body: { label: 'New', scopes: ['interviews:write'] } }) },
  'DELETE universekey/revoke/:keyId': {
    sent: ({ universeKey: keyId }) => ({ params: { keyId } }),
    ids: ['keyId'],
    order: 1,
  },
  'GET sms/gateway': {},
  'PUT sms/gateway': {
    sent: () => ({
      body: {
        ...{ url: 'https://sms.example.com/', header: 'Authorization', secret: 'key', version: 0 },
        body: '{"to": "{to}", "text": "{text}"}',
      },
    }),
  },
  'DELETE sms/gateway': { order: 1 },
  'GET systemmessage/list': {},
  'POST systemmessage/create': { sent: () => ({ body: toEverybody }) },
  'PUT systemmessage/change/:messageId': {
    sent: (world) => messageOf(world, { ...toEverybody, version: 1 }),
    ids: ['messageId'],
  },
  'POST systemmessage/end/:messageId': {
    sent: (world) => messageOf(world, { version: 2 }),
    ids: ['messageId'],
    order: 1,
  },
  'DELETE systemmessage/remove/:messageId': { sent: (world) => messageOf(world), ids: ['messageId'], order: 2 },
  'GET systemmessage/places': { sent: () => ({ query: { query: 'one' } }) },
  'GET systemmessage/shown': {},
  'GET systemmessage/open': open,
  'GET backend/messages/list': { by: 'root' },
  'POST backend/messages/create': { by: 'root', sent: () => ({ body: writtenMessage }) },
  // Of none that there is; system-message.test.ts changes and ends some.
  'PUT backend/messages/change/:messageId': {
    by: 'root',
    sent: () => ({ params: noMessage, body: { ...writtenMessage, version: 1 } }),
    status: 404,
  },
  'POST backend/messages/end/:messageId': {
    by: 'root',
    sent: () => ({ params: noMessage, body: { version: 1 } }),
    status: 404,
  },
  'DELETE backend/messages/remove/:messageId': { by: 'root', sent: () => ({ params: noMessage }), status: 404 },
  'GET webhook/list': {},
  'POST webhook/create': {
    sent: () => ({ body: { label: 'New', url: 'https://example.com/', events: ['alert.raised'] } }),
  },
  'POST webhook/rotate/:hookId': { sent: webhook, ids: ['hookId'] },
  'POST webhook/pause/:hookId': { sent: (world) => ({ ...webhook(world), body: { isPaused: true } }), ids: ['hookId'] },
  'POST webhook/test/:hookId': { sent: webhook, ids: ['hookId'] },
  'GET webhook/deliveries/:hookId': {
    sent: (world) => ({ ...webhook(world), query: { state: 'waiting' } }),
    ids: ['hookId'],
  },
  'POST webhook/resend/:hookId': { sent: (world) => ({ ...webhook(world), body: {} }), ids: ['hookId'] },
  'DELETE webhook/remove/:hookId': { sent: webhook, ids: ['hookId'], order: 1 },
  'POST v1/surveys/:survey/interviews': {
    sent: (world) => ({ ...survey(world), body: { externalId: 'x', answers: { nps: 1 } } }),
    ids: ['survey'],
  },
  'POST v1/surveys/:survey/interviews/batch': {
    sent: (world) => ({ ...survey(world), body: { interviews: [{ externalId: 'x', answers: {} }] } }),
    ids: ['survey'],
  },
  'GET v1/surveys/:survey/interviews/:interviewId': { sent: interview, ids: ['survey', 'interviewId'] },
  'PATCH v1/surveys/:survey/interviews/:interviewId': {
    sent: (world) => ({ ...interview(world), body: { answers: { nps: 1 } } }),
    ids: ['survey', 'interviewId'],
    // A correction by hand keeps its import from being taken back.
    order: 'skip',
  },
  'POST v1/surveys/:survey/erasures': {
    sent: (world) => ({ ...survey(world), body: { contact: 'nobody' } }),
    ids: ['survey'],
    // Whatever else is called by a name that was tried goes with it.
    order: 96,
  },
  'GET page/draft/:survey': { sent: survey, ids: ['survey'] },
  'PUT page/draft/:survey': {
    sent: (world) => ({ ...survey(world), body: { pages: [page], version: 1, revision: 0 } }),
    ids: ['survey'],
  },
  'POST page/check/:survey': { sent: (world) => ({ ...survey(world), body: { pages: [page] } }), ids: ['survey'] },
  'POST page/publish/:survey': {
    sent: (world) => ({ ...survey(world), body: { pages: [page], version: 1, revision: 999 } }),
    ids: ['survey'],
    status: 409,
  },
  'DELETE page/draft/:survey/:revision': {
    sent: ({ survey: name }) => ({ params: { survey: name, revision: '999' } }),
    ids: ['survey'],
    status: 409,
    order: 1,
  },
  'GET script/:level/:survey': { sent: scriptOf, ids: ['survey'] },
  'GET script/:level/:survey/version/:version': {
    sent: (world) => ({ params: { ...scriptOf(world).params, version: '1' } }),
    ids: ['survey'],
    status: 404,
  },
  'POST script/:level/:survey/save': {
    sent: (world) => ({ ...scriptOf(world), body: { source: script, revision: 0 } }),
    ids: ['survey'],
  },
  'POST script/:level/:survey/run': {
    sent: (world) => ({ ...scriptOf(world), body: { source: script, interviews: 2 } }),
    ids: ['survey'],
  },
  'POST script/:level/:survey/publish': {
    sent: (world) => ({ ...scriptOf(world), body: { revision: 999 } }),
    ids: ['survey'],
    status: 409,
    order: 1,
  },
  'POST script/recalculate/:survey': { sent: survey, ids: ['survey'], status: 404 },
  'POST script/take/:survey': {
    sent: (world) => ({ ...survey(world), body: { level: 'universe' } }),
    ids: ['survey'],
    status: 404,
  },
  'GET place/tree/:survey/:view': { sent: placeView, ids: ['survey'] },
  // The tree of the matrix is made of answers: place-editor.test.ts has one to write.
  'PUT place/tree/:survey/:view': {
    sent: (world) => ({ ...placeView(world), body: { change: noChange, version: 1, revision: 0 } }),
    ids: ['survey'],
    status: 400,
  },
  'POST place/check/:survey/:view': {
    sent: (world) => ({ ...placeView(world), body: { change: noChange, version: 1, revision: 0 } }),
    ids: ['survey'],
    status: 400,
  },
  'POST place/publish/:survey/:view': {
    sent: (world) => ({ ...placeView(world), body: { change: noChange, version: 1, revision: 0 } }),
    ids: ['survey'],
    status: 400,
  },
  'POST place/arrange/:survey/:view': {
    sent: (world) => ({ ...placeView(world), body: { version: 1, revision: 999 } }),
    ids: ['survey'],
    status: 409,
  },
  'GET place/file/:survey/:view': { sent: placeView, ids: ['survey'], status: 404 },
  'POST place/file/:survey/:view': { sent: placeView, ids: ['survey'], status: 400 },
  'GET mapping/:survey': { sent: survey, ids: ['survey'] },
  'PUT mapping/:survey': { sent: unknownMapping, ids: ['survey'], status: 409 },
  'POST mapping/check/:survey': { sent: unknownMapping, ids: ['survey'], status: 409 },
  'POST mapping/publish/:survey': { sent: unknownMapping, ids: ['survey'], status: 409 },
  'POST mapping/file/:survey': { sent: survey, ids: ['survey'] },
  'POST mapping/entry/:survey/:fileId': {
    sent: (world) => ({ ...mappingFile(world), body: { columns: ['a'], question: 'nps' } }),
    ids: ['survey', 'fileId'],
    status: 404,
  },
  'GET mapping/file/:survey/:fileId': { sent: mappingFile, ids: ['survey', 'fileId'], status: 404 },
  'DELETE mapping/file/:survey/:fileId': { sent: mappingFile, ids: ['survey', 'fileId'], status: 404 },
  'GET form/draft/:survey': { sent: survey, ids: ['survey'] },
  'PUT form/draft/:survey': {
    sent: (world) => ({ ...survey(world), body: { forms: [form], version: 1, revision: 0 } }),
    ids: ['survey'],
  },
  'POST form/check/:survey': { sent: (world) => ({ ...survey(world), body: { forms: [form] } }), ids: ['survey'] },
  'POST form/publish/:survey': {
    sent: (world) => ({ ...survey(world), body: { forms: [form], version: 1, revision: 999 } }),
    ids: ['survey'],
    status: 409,
  },
  'DELETE form/draft/:survey/:revision': {
    sent: ({ survey: name }) => ({ params: { survey: name, revision: '999' } }),
    ids: ['survey'],
    status: 409,
    order: 1,
  },
  'GET vuejs/surveys/preview/:survey': { sent: survey, ids: ['survey'] },
  'GET vuejs/surveys/configblocks/:survey': { sent: survey, ids: ['survey'] },
  'GET vuejs/surveys/configblocks/one/:survey/:file': {
    sent: ({ survey: name }) => ({ params: { survey: name, file: 'questions.json' } }),
    ids: ['survey'],
  },
  'POST vuejs/surveys/configblocks/create/:survey': {
    sent: (world) => ({ ...survey(world), body: { file: 'questions.json', template: 'usual' } }),
    ids: ['survey'],
    status: 409,
  },
  'PUT vuejs/surveys/configblocks/:survey/:file': {
    sent: ({ survey: name }) => ({
      params: { survey: name, file: 'topics.json' },
      body: { text: '{}', version: 1, revision: 0 },
    }),
    ids: ['survey'],
  },
  'POST vuejs/surveys/configblocks/check/:survey': {
    sent: (world) => ({ ...survey(world), body: {} }),
    ids: ['survey'],
  },
  'POST vuejs/surveys/configblocks/:survey': {
    sent: (world) => ({ ...survey(world), body: { version: 1, drafts: [{ file: 'topics.json', revision: 999 }] } }),
    ids: ['survey'],
    status: 409,
  },
  'DELETE vuejs/surveys/configblocks/:survey/:file/:revision': {
    sent: ({ survey: name }) => ({ params: { survey: name, file: 'topics.json', revision: '999' } }),
    ids: ['survey'],
    status: 409,
    order: 1,
  },
  'GET page/personal/:survey': { sent: survey, ids: ['survey'] },
  'POST page/personal/:survey': {
    sent: (world) => ({ ...survey(world), body: { page: { title: 'New', components: [] } } }),
    ids: ['survey'],
  },
  'PUT page/personal/:survey/:pageId': {
    sent: (world) => ({ ...ownPage(world), body: { page: { title: 'New', components: [] }, revision: 999 } }),
    ids: ['survey', 'pageId'],
    status: 409,
  },
  'DELETE page/personal/:survey/:pageId': { sent: ownPage, ids: ['survey', 'pageId'], order: 1 },
  'GET scim/tokens': {},
  'POST scim/create': { sent: () => ({ body: { name: 'New' } }) },
  'DELETE scim/revoke/:tokenId': {
    sent: ({ scimToken: tokenId }) => ({ params: { tokenId } }),
    ids: ['tokenId'],
    order: 70,
  },
}
