import type { RecurringWork } from '../background-work/recurring-work.ts'
import { keptFiles } from '../upload/kept-file.ts'
import { forgetNewSurveys } from './new-survey.store.ts'

const files = keptFiles('new-survey')
export const keptFile = files.pathOf
export const keepFile = files.keep
export const removeFile = files.remove

export const newSurveysForgotten: RecurringWork = {
  name: 'new surveys',
  of: 'kaiku',
  when: { every: 3_600_000 },
  async run({ stores }) {
    await files.removeForgotten(stores, () => forgetNewSurveys(stores))
    return null
  },
}
