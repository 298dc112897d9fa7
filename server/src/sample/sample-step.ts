import { sampleStates } from '@kaiku/core/sample-state.ts'
import { type SampleStep, sampleSteps, stepOfState } from '@kaiku/core/sample-step.ts'

/** Its place on the way, from 0. */
export const stepNumber = (step: SampleStep): number => sampleSteps.indexOf(step)

const known = sampleStates.flatMap((state) => {
  const step = stepOfState[state]
  return step === null ? [] : [`when '${state}' then ${stepNumber(step)}`]
})
const asInvited = `case when s.responded_at is not null then ${stepNumber('started')}
  when s.invited_at is not null then ${stepNumber('reached')} else ${stepNumber('sampled')} end`

/**
 * How far the sample `s` got, as `stepNumber` says it. Who left the way stands where they left it, as the timeline has it;
 * else where the moments at which they were invited and answered say.
 */
export const stepSql = `(case s.state ${known.join(' ')} else coalesce((
    select case e.before ->> 'state' when 'pending' then null when 'notInvited' then null ${known.join(' ')} end
    from sample_event e where e.universe = s.universe and e.survey = s.survey and e.sample = s.id
      and e.after ->> 'state' = s.state order by e.id desc limit 1), ${asInvited}) end)`
