import { visitsAt } from '@kaiku/core/visit.ts'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { send } from '../call/send.ts'
import { previewInTab } from '../session/previewed.ts'
import { universeOfTab } from '../session/session.ts'
import { noSurvey } from '../survey/no-survey.ts'

/** What this tab has told, with when: the server counts the same again as one, so it need not hear of it. */
const told = new Map<string, number>()
const sameVisit = 1_800_000

/** Tells what is opened of a survey, once it is. Nothing waits for it, and nobody is told when it fails. */
export function useVisit(survey: string): void {
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    // A draft is looked at, not used.
    if (survey === noSurvey || previewInTab(universeOfTab()) !== null) return
    const now = Date.now()
    const visits = visitsAt(path).filter((one) => {
      const key = JSON.stringify([survey, one])
      if (now - (told.get(key) ?? 0) < sameVisit) return false
      told.set(key, now)
      return true
    })
    if (visits.length > 0) void send('analytics.visit', { survey, visits: [...visits] }).catch(() => null)
  }, [path, survey])
}
