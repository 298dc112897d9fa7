import type { LiveEvent } from '@kaiku/contract/live-event.ts'
import { formatCount } from '@kaiku/core/format.ts'
import i18next from 'i18next'
import { say } from '../overlay/snackbar.tsx'
import { startMoreTexts } from '../text/text.ts'

type Import = Extract<LiveEvent, { kind: 'import' }>

/** Says what was done with a file, to who may import. */
export async function tellOfImport({ done, file, inserted, corrected, rejected }: Import): Promise<void> {
  await startMoreTexts('component')
  const [added, changed, left] = [inserted, corrected, rejected].map((n) => formatCount(n, i18next.language))
  say(i18next.t(`import.${done}`, { file, added, changed, left }))
}
