import type { SampleSummary } from '@kaiku/contract/sample.ts'
import { sampleStates, sampleStatesAfter } from '@kaiku/core/sample-state.ts'
import { useTranslation } from 'react-i18next'
import type { Reply, Sent } from '../call/calls.ts'
import { send } from '../call/send.ts'
import { Select } from '../control/control.tsx'
import { BulkBar, useBulkChange } from '../pick-list/bulk-bar.tsx'
import { samplesKey } from '../sample/sample.queries.ts'
import { personText } from '../sample/sample-words.ts'
import { useSurvey } from '../survey/survey-context.tsx'

/** Samples that are changed by one call. */
const most = 500

/** Brings the picked samples into a state at once; it can be taken back. */
export function SampleBulkBar({ samples, onDone }: { samples: readonly SampleSummary[]; onDone: () => void }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const possible = sampleStates.filter((state) => samples.some((one) => sampleStatesAfter(one.state).includes(state)))
  const bulk = useBulkChange<Reply<'sample.bulk'>['left'][number]>({
    queryKey: samplesKey(survey.extName),
    changed: (count) => t('samples.changed', { count }),
    undo: (bulkId) => send('sample.undo', { survey: survey.extName, bulkId }),
    leftAlone: ({ sampleId, reason }) => {
      const one = samples.find((sample) => sample.sampleId === sampleId)
      return { id: sampleId, text: t('samples.leftAlone', { name: one ? personText(one, t) : '', reason }) }
    },
    onDone,
  })
  const bring = (state: Sent<'sample.bulk'>['state']) =>
    bulk.apply(() =>
      send('sample.bulk', {
        survey: survey.extName,
        samples: samples.slice(0, most).map(({ sampleId, version }) => ({ sampleId, version })),
        state,
      }),
    )
  return (
    <BulkBar
      label={t('samples.bulk')}
      picked={t('samples.picked', { count: Math.min(samples.length, most) })}
      bulk={bulk}
    >
      <Select
        boxed
        label={t('samples.bring')}
        value=""
        choices={[
          { value: '', title: t('samples.bring') },
          ...possible.map((value) => ({ value, title: t(`sample.state.${value}`) })),
        ]}
        onChange={(state) => state !== '' && !bulk.busy && bring(state)}
      />
    </BulkBar>
  )
}
