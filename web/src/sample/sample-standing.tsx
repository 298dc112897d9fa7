import type { Sample } from '@kaiku/contract/sample.ts'
import { consents } from '@kaiku/core/sample-state.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { send } from '../send.ts'
import { useAttempt } from '../session/use-attempt.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { Select } from '../ui/control.tsx'
import detail from '../ui/detail.module.css'
import { momentDayText } from '../ui/moment.ts'
import { say } from '../ui/snackbar.tsx'
import css from './sample.module.css'
import { samplesKey } from './sample.queries.ts'

const sources = ['file', 'person', 'program', 'respondent'] as const

/** What the person said about being asked, and the states that somebody may bring the sample into. */
export function SampleStanding({ sample, isFixed }: { sample: Sample; isFixed: boolean }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const { fault, attempt } = useAttempt()
  const { sampleId, version, consent, person, nextStates } = sample
  const source = sources.find((one) => one === consent.source)
  const act = (change: () => Promise<unknown>) =>
    void attempt(async () => {
      try {
        await change()
        say(t('sample.saved'))
      } finally {
        await client.invalidateQueries({ queryKey: samplesKey(survey.extName) })
      }
      return null
    })
  const own = { survey: survey.extName, sampleId }
  return (
    <section className={detail.box} aria-label={t('sample.consentTitle')}>
      <h2>{t('sample.consentTitle')}</h2>
      {isFixed || person?.contact == null ? (
        <p>{t(`sample.consent.${consent.consent}`)}</p>
      ) : (
        <Select
          boxed
          label={t('sample.consentTitle')}
          value={consent.consent}
          choices={consents.map((value) => ({ value, title: t(`sample.consent.${value}`) }))}
          onChange={(value) => act(() => send('changeConsent', { ...own, consent: value }))}
        />
      )}
      <p className={css.hint}>
        {consent.at !== null &&
          source &&
          `${momentDayText(consent.at, i18n.language)}, ${t(`sample.source.${source}`)}. `}
        {t('sample.consentHint')}
      </p>
      {!isFixed && nextStates.length > 0 && (
        <div className={css.state}>
          <Select
            boxed
            label={t('sample.setState')}
            value=""
            choices={[
              { value: '', title: t('sample.bring') },
              ...nextStates.map((value) => ({ value, title: t(`sample.state.${value}`) })),
            ]}
            onChange={(state) => state !== '' && act(() => send('changeSample', { ...own, version, state }))}
          />
        </div>
      )}
      {fault !== '' && <p role="alert">{fault}</p>}
    </section>
  )
}
