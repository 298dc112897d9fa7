import { namingReply } from '../alert-reply/forget-replies.ts'
import { toForget } from '../interview-change/forget-answers.ts'
import { namingLetter } from '../letter/forget-letters.ts'
import { lastAsked, tellsWho } from '../sample/stored-sample.ts'

/*
 * In SQL: the rows of a survey that a rule removes. $1 is the universe, $2 the survey; what else is bound, each says. Each
 * answers `day`, from which the days count.
 */

const came = 'coalesce(day, uuid_extract_timestamp(id)::date)'

/** $3: far ahead, so that all are looked at. */
export const everAfter = 'infinity'

export const interviews = `select ${came} as day from interview where universe = $1 and survey = $2`

/**
 * Of a protected survey whole groups, by the first day of their period, or on which the first of them came: the days of
 * single ones tell who has answered since somebody looked last.
 */
export const releasedInterviews = `select g.first as day from (
    select p.of_group, min(coalesce(p.day, uuid_extract_timestamp(i.id)::date)) as first
    from protected_interview p join interview i using (universe, survey, number)
    where universe = $1 and survey = $2 group by p.of_group) g
  join protected_interview p using (of_group) join interview i using (universe, survey, number)
  where universe = $1 and survey = $2`

/** $3: `infinity`, $4: questions, $5: whether contacts go. */
export const forgettable = `select ${came} as day from interview where universe = $1 and survey = $2 and ${toForget}`

/** $3: questions. */
export const samples = `select ${lastAsked}::date as day from sample where universe = $1 and survey = $2 and ${tellsWho}`

/** $3: `infinity`. */
export const replies = `select r.at::date as day from alert_reply r
  join alert a on (a.universe, a.id) = (r.universe, r.alert) where ${namingReply}`
export const letters = `select b.made_at::date as day from letter l
  join letter_batch b on (b.universe, b.id) = (l.universe, l.batch) where ${namingLetter}`

const sent = `select mail from campaign_recipient where universe = $1 and survey = $2 and mail is not null
  union all select r.mail from alert_reply r join alert a on (a.universe, a.id) = (r.universe, r.alert)
    where a.universe = $1 and a.survey = $2
  union all select unnest(messages) from effect_run where universe = $1 and survey = $2`
const messageOf = (table: 'mailbox' | 'sms') =>
  `select id, at::date as day from ${table} where universe = $1 and state <> 'waiting' and at < $3 and id in (${sent})`

/** For the role of the service alone. $3: a moment before which they were sent. */
export const messages = `${messageOf('mailbox')} union all ${messageOf('sms')}`
