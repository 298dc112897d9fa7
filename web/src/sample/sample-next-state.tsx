import type { Sample } from '@kaiku/contract/sample.ts'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { Select } from '../control/control.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './sample.module.css'
import { useSampleAct } from './use-sample-act.ts'

/** The states that somebody may bring a sample into. */
export function SampleNextState({ sample: { sampleId, version, nextStates } }: { sample: Sample }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { fault, act } = useSampleAct()
  if (nextStates.length === 0) return null
  return (
    <div className={css.state}>
      <Select
        boxed
        label={t('sample.setState')}
        value=""
        choices={[
          { value: '', title: t('sample.bring') },
          ...nextStates.map((value) => ({ value, title: t(`sample.state.${value}`) })),
        ]}
        onChange={(state) =>
          state !== '' && act(() => send('sample.change', { survey: survey.extName, sampleId, version, state }))
        }
      />
      {fault !== '' && <p role="alert">{fault}</p>}
    </div>
  )
}
