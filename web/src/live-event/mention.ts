import type { LiveEvent } from '@kaiku/contract/live-event.ts'
import i18next from 'i18next'
import { mentionPath } from '../mention/mention-path.ts'
import { say } from '../overlay/snackbar.tsx'
import { ownAddress } from '../session/own-address.ts'
import { startMoreTexts } from '../text/text.ts'

type Mentioned = Extract<LiveEvent, { kind: 'mention' }>

/** Says who mentioned the viewer, and leads to what it is about. */
export async function tellOfMention({ by, ...note }: Mentioned): Promise<void> {
  await startMoreTexts('component')
  const who = by === '' ? i18next.t('interview.formerUser') : by
  say(i18next.t('interview.mentioned', { by: who }), {
    title: i18next.t('interview.openMention'),
    run: () => window.location.assign(ownAddress(mentionPath(note))),
  })
}
