import { campaignStatesMeant } from '@kaiku/core/campaign-filter.ts'
import type { AnswerTest, Condition } from '@kaiku/core/condition.ts'
import type { Bind } from '../db/bind.ts'

/** What meets a condition, in PostgreSQL. `factOf`: the stored answer to a question, as jsonb; null without one. */
export function factCondition(condition: Condition, factOf: (question: string) => string, bind: Bind): string {
  const join = (parts: readonly Condition[], word: string, none: string) =>
    parts.length === 0 ? none : `(${parts.map((part) => factCondition(part, factOf, bind)).join(` ${word} `)})`
  switch (condition.is) {
    case 'all':
      return join(condition.of, 'and', 'true')
    case 'any':
      return join(condition.of, 'or', 'false')
    case 'not':
      return `not ${factCondition(condition.of, factOf, bind)}`
    default:
      return `((${meeting(condition, factOf(condition.question), bind)}) is true)`
  }
}

function meeting(test: AnswerTest, fact: string, bind: Bind): string {
  switch (test.is) {
    case 'number':
      return `case jsonb_typeof(${fact}) when 'number' then (${fact})::numeric <@ ${bind(spans(test.spans))}::nummultirange end`
    case 'code':
      return `jsonb_exists_any(${fact}, ${bind(test.among)}::text[])`
    case 'text':
      return `exists (select from jsonb_array_elements_text(case jsonb_typeof(${fact})
        when 'string' then jsonb_build_array(${fact}) when 'array' then ${fact} end) as one(code)
        where code <> all(${bind(['', ...test.except])}::text[]) and position(${bind(test.holds)} in folded(code)) > 0)`
    case 'list':
      return `jsonb_typeof(${fact}) = 'array'`
    case 'day': {
      const day = `(${fact} #>> '{}') collate "C"`
      return `${day} between ${bind(test.from ?? '0')} and ${bind(test.to ?? '9999-12-31')}`
    }
    case 'anniversary':
      return `substr(${fact} #>> '{}', 6) = ${bind([test.month, test.day].map((part) => String(part).padStart(2, '0')).join('-'))}`
    case 'campaign':
      return `exists (select from jsonb_array_elements_text(case jsonb_typeof(${fact}) when 'array' then ${fact} end) as one(code)
        where ${ofRecipient(test, bind)})`
  }
}

/** `meetsCampaign` of core. */
function ofRecipient(
  { campaign, days, opened, clicked, ...asked }: Extract<AnswerTest, { is: 'campaign' }>,
  bind: Bind,
): string {
  const part = (at: number) => `split_part(code, ':', ${at})`
  const states = campaignStatesMeant(asked)
  return [
    `${part(1)} = ${bind(campaign)}`,
    ...(states.length === 0 ? [] : [`${part(2)} = any(${bind(states)}::text[])`]),
    ...(opened === 'any' ? [] : [`${part(3)} = ${bind(opened)}`]),
    ...(clicked === 'any' ? [] : [`${part(4)} = ${bind(clicked)}`]),
    ...(days === null ? [] : [`nullif(${part(5)}, '')::int <= ${bind(days)}`]),
  ].join(' and ')
}

const spans = (all: Extract<AnswerTest, { is: 'number' }>['spans']) =>
  `{${all.map(({ from, to }) => `[${from ?? ''},${to ?? ''}]`).join()}}`
