import type { RecurringWork } from '../background-work/recurring-work.ts'
import { keepAbandoned } from './answer-form.ts'

const hour = 3_600_000

/** Forms that were broken off become partial interviews. */
export const formsKept: RecurringWork = {
  name: 'forms',
  of: 'kaiku',
  when: { every: hour },
  async run({ stores }) {
    await keepAbandoned(stores)
    return null
  },
}
