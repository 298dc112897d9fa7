import type { SampleSummary } from '@kaiku/contract/sample.ts'
import { sampleStates, sampleStatesAfter } from '@kaiku/core/sample-state.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply, Sent } from '../call/calls.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Select } from '../control/control.tsx'
import { say } from '../overlay/snackbar.tsx'
import { samplesKey } from '../sample/sample.queries.ts'
import { personText } from '../sample/sample-words.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './sample-list.module.css'

/** Samples that are changed by one call. */
const most = 500

/** Brings the picked samples into a state at once; it can be taken back. */
export function SampleBulkBar({ samples, onDone }: { samples: readonly SampleSummary[]; onDone: () => void }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const [left, setLeft] = useState<Reply<'sample.bulk'>['left']>([])
  const refresh = () => client.invalidateQueries({ queryKey: samplesKey(survey.extName) })
  const possible = sampleStates.filter((state) => samples.some((one) => sampleStatesAfter(one.state).includes(state)))
  const takeBack = (bulkId: string) =>
    void attempt(async () => {
      await send('sample.undo', { survey: survey.extName, bulkId })
      await refresh()
      return null
    })
  const bring = (state: Sent<'sample.bulk'>['state']) =>
    void attempt(async () => {
      const done = await send('sample.bulk', {
        survey: survey.extName,
        samples: samples.slice(0, most).map(({ sampleId, version }) => ({ sampleId, version })),
        state,
      })
      await refresh()
      setLeft(done.left)
      const { bulkId } = done
      const undo = bulkId === null ? undefined : { title: t('undo'), run: () => takeBack(bulkId) }
      say(t('samples.changed', { count: done.changed.length }), undo)
      if (done.left.length === 0) onDone()
      return null
    })
  return (
    <section className={css.bulk} aria-label={t('samples.bulk')} data-screen-only>
      <b>{t('samples.picked', { count: Math.min(samples.length, most) })}</b>
      <Select
        boxed
        label={t('samples.bring')}
        value=""
        choices={[
          { value: '', title: t('samples.bring') },
          ...possible.map((value) => ({ value, title: t(`sample.state.${value}`) })),
        ]}
        onChange={(state) => state !== '' && !busy && bring(state)}
      />
      <Button onClick={onDone}>{t('close')}</Button>
      {fault !== '' && <p role="alert">{fault}</p>}
      {left.length > 0 && (
        <ul role="alert" className={css.left}>
          {left.map(({ sampleId, reason }) => {
            const one = samples.find((sample) => sample.sampleId === sampleId)
            return <li key={sampleId}>{t('samples.leftAlone', { name: one ? personText(one, t) : '', reason })}</li>
          })}
        </ul>
      )}
    </section>
  )
}
