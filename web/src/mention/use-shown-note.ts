import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { noteAnchor } from './mention-path.ts'

/** For the element of a note: brings it into view and marks it where the address names it. */
export function useShownNote(noteId: string) {
  const element = useRef<HTMLLIElement>(null)
  const isShown = useLocation({ select: ({ hash }) => hash === noteAnchor(noteId) })
  useEffect(() => {
    if (isShown) element.current?.scrollIntoView({ block: 'center' })
  }, [isShown])
  return { ref: element, 'data-shown': isShown || undefined }
}
