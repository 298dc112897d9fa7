import type { Mention } from '@kaiku/contract/mention.ts'
import { pathTo } from '@kaiku/core/screen.ts'

type MentionPlace = Pick<Mention, 'survey' | 'interviewId' | 'alertId' | 'noteId'>

/** What a note is known by in the address of the page that shows it. */
export const noteAnchor = (noteId: string): string => `note-${noteId}`

/** Where a note that mentions somebody is read. */
export function mentionPath({ survey, interviewId, alertId, noteId }: MentionPlace): string {
  const path =
    alertId === null
      ? pathTo('interview', { survey, interviewId: interviewId ?? '' })
      : pathTo('alert', { survey, alertId })
  return `${path}#${noteAnchor(noteId)}`
}
