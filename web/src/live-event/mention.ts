import { pathTo } from '@kaiku/core/screen.ts'
import i18next from 'i18next'
import { ownAddress } from '../session/own-address.ts'
import { startMoreTexts } from '../text/text.ts'
import { say } from '../ui/snackbar.tsx'

/** Says who mentioned the viewer, and leads to what it is about. */
export async function tellOfMention(survey: string, interviewId: string, by: string): Promise<void> {
  await startMoreTexts('component')
  const who = by === '' ? i18next.t('interview.formerUser') : by
  say(i18next.t('interview.mentioned', { by: who }), {
    title: i18next.t('interview.openMention'),
    run: () => window.location.assign(ownAddress(pathTo('interview', { survey, interviewId }))),
  })
}
