import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { faultText } from '../call/fault-text.ts'
import { CallError, send } from '../call/send.ts'
import { keptText, openText } from './line-end.ts'

type Opened = Reply<'configBlock.one'>
type Head = Pick<NonNullable<Opened['draft']>, 'revision' | 'by' | 'at' | 'version'>
/** What somebody else made of the block meanwhile. */
export type Theirs = {
  readonly text: string
  readonly by: string
  readonly head: Head | null
  readonly version: number
}

const pause = 700

/** The text of a block while it is written: kept as the draft whenever the writing pauses, unless somebody was faster. */
export function useBlock(survey: string, opened: Opened) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const begun = openText(opened.draft?.text ?? opened.published ?? '')
  const { lineEnd } = begun
  const [text, setText] = useState(begun.text)
  const [kept, setKept] = useState(begun.text)
  const [head, setHead] = useState<Head | null>(opened.draft)
  const [from, setFrom] = useState(opened.draft?.version ?? opened.version)
  const [isSaving, setSaving] = useState(false)
  const [fault, setFault] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const publishedText = openText(opened.published ?? '').text
  const [theirs, setTheirs] = useState<Theirs | null>(
    opened.draft?.isBehind ? { text: publishedText, by: '', head: opened.draft, version: opened.version } : null,
  )
  const { file } = opened

  const save = async (written: string, onto: Head | null, version: number) => {
    setSaving(true)
    setFault('')
    try {
      const next = await send('configBlock.save', {
        survey,
        file,
        version,
        revision: onto?.revision ?? 0,
        text: keptText(written, lineEnd),
      })
      setHead(next)
      setFrom(version)
      setKept(written)
      void client.invalidateQueries({ queryKey: ['block', survey, 'list'] })
      return true
    } catch (error) {
      if (error instanceof CallError && error.code === 'conflict') await look()
      else setFault(faultText(error instanceof Error ? error : new Error(String(error)), t))
      // Not tried again before somebody writes on.
      setRefused(written)
      return false
    } finally {
      setSaving(false)
    }
  }

  /** What there is now that somebody else was faster. */
  const look = async () => {
    const now = await send('configBlock.one', { survey, file })
    const there = openText(now.draft?.text ?? now.published ?? '').text
    setTheirs({ text: there, by: now.draft?.by ?? '', head: now.draft, version: now.version })
  }

  const latest = useRef(save)
  latest.current = save
  const isChanged = text !== kept
  useEffect(() => {
    if (!isChanged || isSaving || theirs || text === refused) return
    const timer = setTimeout(() => void latest.current(text, head, from), pause)
    return () => clearTimeout(timer)
  }, [text, isChanged, isSaving, theirs, refused, head, from])

  return {
    text,
    setText,
    head,
    isSaving,
    isChanged,
    fault,
    theirs,
    /** Keeps what is not kept yet, at once. */
    flush: async () => !isChanged || theirs !== null || save(text, head, from),
    /** The text goes on as it is, in place of theirs. */
    keepMine: async () => {
      if (!theirs) return
      if (await save(text, theirs.head, theirs.version)) setTheirs(null)
    },
    takeTheirs: async () => {
      if (!theirs) return
      // Of what is published there is no draft: mine goes on with its text, so that nothing is lost on the way.
      const isPublished = theirs.by === ''
      setText(theirs.text)
      if (isPublished && theirs.head) await save(theirs.text, theirs.head, theirs.version)
      else {
        setKept(theirs.text)
        setHead(theirs.head)
        setFrom(theirs.head?.version ?? theirs.version)
      }
      setTheirs(null)
    },
  }
}
