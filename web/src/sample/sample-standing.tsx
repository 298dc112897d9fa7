import type { Sample } from '@kaiku/contract/sample.ts'
import { consents } from '@kaiku/core/sample-state.ts'
import { useTranslation } from 'react-i18next'
import { momentDayText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { Select } from '../control/control.tsx'
import detail from '../control/detail.module.css'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './sample.module.css'
import { useSampleAct } from './use-sample-act.ts'

const sources = ['file', 'person', 'program', 'respondent'] as const

/** What the person said about being asked. */
export function SampleStanding({ sample, isFixed }: { sample: Sample; isFixed: boolean }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { fault, act } = useSampleAct()
  const { sampleId, consent, person } = sample
  const source = sources.find((one) => one === consent.source)
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
          onChange={(value) => act(() => send('sample.consent', { ...own, consent: value }))}
        />
      )}
      <p className={css.hint}>
        {consent.at !== null &&
          source &&
          t('sample.consentSince', {
            when: momentDayText(consent.at, i18n.language),
            source: t(`sample.source.${source}`),
          })}{' '}
        {t('sample.consentHint')}
      </p>
      {fault !== '' && <p role="alert">{fault}</p>}
    </section>
  )
}
