import { useState } from 'react'

/** What is edited, as it is kept: a change is refused where somebody else has changed it since this version. */
type Kept = { readonly version: number }

type Props<K extends Kept, D> = {
  /** As it is kept now; null: it is a new one. */
  known: K | null
  draftOf: (kept: K | null) => D
  isSame: (one: D, other: D) => boolean
  /** Whether it was refused because somebody else changed it meanwhile. */
  isConflict: (error: unknown) => boolean
  /** Keeps the draft over what is kept, null where nothing is, and gives what is kept then. */
  save: (draft: D, over: K | null) => Promise<K>
  onSaved: (kept: K, isNew: boolean) => Promise<unknown>
  /** Has what others saved read, which comes as `known`. */
  readAgain: (kept: K) => Promise<unknown>
}

/** A draft of something that several people may edit: what was changed, how it is saved, and what others saved meanwhile. */
export function useKeptDraft<K extends Kept, D>({ known, draftOf, isSame, isConflict, ...acts }: Props<K, D>) {
  const [base, setBase] = useState(known)
  const start = draftOf(base)
  const [draft, setDraft] = useState(start)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const take = (kept: K) => {
    setBase(kept)
    setDraft(draftOf(kept))
    setError(null)
  }
  const submit = async (over = base) => {
    setBusy(true)
    setError(null)
    try {
      const kept = await acts.save(draft, over)
      take(kept)
      await acts.onSaved(kept, over === null)
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)))
      if (over && isConflict(failure)) await acts.readAgain(over)
    } finally {
      setBusy(false)
    }
  }
  const isOther = known !== null && base !== null && known.version !== base.version
  const theirs = isOther && isConflict(error) ? known : null
  return {
    base,
    start,
    draft,
    setDraft,
    isChanged: !isSame(draft, start),
    busy,
    error,
    /** What others kept meanwhile; null where nothing of it stands in the way. */
    theirs,
    submit,
    take,
    /** Keeps the draft over what others saved. */
    keepMine: (kept: K) => {
      setBase(kept)
      return submit(kept)
    },
    undo: () => setDraft(start),
  }
}
