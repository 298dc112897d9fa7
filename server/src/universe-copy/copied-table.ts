/** What of a table goes into a copy of a universe. Its rows keep their numbers; ids, people and surveys are others there. */
export type CopiedTable = {
  readonly name: string
  /** `configuration`: in every copy; `answers`: only where answers and people go along. */
  readonly of: 'configuration' | 'answers'
  /** In SQL over `t`: rows that go along. */
  readonly where?: string
  /** Columns that begin anew. */
  readonly without?: readonly string[]
  /** Texts and JSON in which ids stand. */
  readonly naming?: readonly string[]
  /** In SQL over `t`: columns that are said otherwise. */
  readonly said?: Readonly<Record<string, string>>
}

const configuration = (name: string, more: Omit<CopiedTable, 'name' | 'of'> = {}): CopiedTable =>
  Object.assign({ name, of: 'configuration' } as const, more)
const answers = (name: string, more: Omit<CopiedTable, 'name' | 'of'> = {}): CopiedTable =>
  Object.assign({ name, of: 'answers' } as const, more)

/** In the order in which they refer to each other. The surveys and their published files stand before all. */
export const copiedTables: readonly CopiedTable[] = [
  configuration('question_column'),
  configuration('view_column'),
  configuration('node', { without: ['import'] }),
  configuration('role'),
  configuration('template', { without: ['person'] }),
  configuration('template_version', { without: ['person'] }),
  configuration('script'),
  configuration('script_version', { without: ['person'] }),
  answers('membership'),
  // Before the interviews: what is kept of contacts that are gone is known by it.
  answers('contact_secret'),
  // What a directory gave, it gives again where it is connected.
  answers('role_member', { where: `t.source <> 'scim'` }),
  answers('access_assertion'),
  answers('interview', { naming: ['quality'] }),
  answers('import'),
  answers('import_change'),
  answers('interview_correction'),
  answers('correction_file'),
  answers('correction_file_change'),
  answers('interview_note'),
  answers('interview_tagging'),
  answers('response_check'),
  answers('response_finding'),
  answers('interview_exclusion'),
  answers('comment_star'),
  answers('erasure'),
  answers('contact_consent'),
  answers('sample'),
  answers('sample_event', { naming: ['before', 'after'] }),
  answers('sample_import'),
  answers('alert'),
  answers('alert_event', { naming: ['before', 'after'] }),
  answers('alert_reply'),
  answers('alert_episode'),
  answers('alert_rule_day'),
  answers('mention'),
  // Nobody is written to from two places.
  answers('campaign', {
    without: ['look_tx', 'look_to', 'taken_to', 'sent_to'],
    naming: ['rules'],
    said: { state: `case when t.state in ('waiting', 'paused') then 'stopped' else t.state end` },
  }),
  // The code opens the answers of one person: links that were sent stay those of the universe that sent them.
  answers('campaign_recipient', { without: ['code', 'mail'] }),
  answers('effect_run', { where: `t.state <> 'waiting'`, naming: ['subject', 'asked'] }),
  answers('form_quota'),
  answers('kept_token'),
  answers('saved_filter'),
  answers('kept_text'),
  answers('personal_page'),
]

/** Tables of a universe that stay behind, by what people call it. Its first word is the one in the list of an archive. */
export const leftBehind = {
  'passwords, second factors, passkeys and sessions of people': ['session', 'ticket'],
  'API keys, keys of programs, tokens of directories and their groups': [
    'api_key',
    'universe_key',
    'scim_token',
    'scim_group',
  ],
  'webhooks and what they have yet to tell': ['webhook', 'webhook_delivery'],
  'the SMS gateway, and messages that wait': ['sms_gateway', 'sms', 'mailbox'],
  'letters that were made': ['letter', 'letter_batch'],
  'schedules of reports': ['report_schedule', 'report_mailing'],
  'links: shared interviews, counted links': ['interview_share', 'counted_link'],
  'files attached to alerts': ['alert_attachment'],
  'drafts, and files that nothing was made of': ['page_draft', 'new_survey', 'mapping_file'],
  'addresses that files are fetched from, and what was fetched': ['fetch_address', 'fetch_run', 'fetched_file'],
  'system messages': ['system_message'],
  'what was removed by rule': ['retention_removal'],
  'visits: who opened what, and how often': ['visit_count', 'visit_person', 'visit_week'],
  'forms that somebody is filling in': ['form_answer'],
  'notices, last filters, and what screens are told': ['alert_notice', 'push_delivery', 'last_filter', 'live_event'],
  'the audit log, the log of errors, certificates of erasure': ['audit', 'bug', 'person_erasure'],
  'earlier versions of the settings and definitions': ['universe_version'],
  'tasks and what they made': ['task', 'task_file', 'task_piece', 'recurring_work'],
  'how scripts and effects fare': [
    'script_standing',
    'script_recalculation',
    'script_slice',
    'condition_script',
    'effect_event',
    'effect_timer',
  ],
} as const satisfies Record<string, readonly string[]>

/** Tables that are made anew of what goes along. */
export const madeAnew: readonly string[] = [
  'survey',
  'definition_version',
  'definition_file',
  'interview_change',
  'projection_survey',
  'projection_held',
  'protected_interview',
  'protected_absence',
]
