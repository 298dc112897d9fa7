import type { LiveEvent } from '@kaiku/contract/live-event.ts'
import { formatCount } from '@kaiku/core/format.ts'
import i18next from 'i18next'
import { say } from '../overlay/snackbar.tsx'
import { startMoreTexts } from '../text/text.ts'

type Task = Extract<LiveEvent, { kind: 'task' }>

/** Says what was done with a file, to who may import. */
export async function tellOfTask({ task, file, inserted, corrected, rejected }: Task): Promise<void> {
  await startMoreTexts('component')
  const [added, changed, left] = [inserted, corrected, rejected].map((n) => formatCount(n, i18next.language))
  say(i18next.t(`task.${task}`, { file, added, changed, left }))
}
