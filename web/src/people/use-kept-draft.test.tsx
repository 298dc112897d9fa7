// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useKeptDraft } from './use-kept-draft.ts'

type Note = { version: number; text: string }
class Conflict extends Error {}

/** What the store has. */
let stored: Note | null
const saved: [string, boolean][] = []
let readAgain = 0

beforeEach(() => {
  stored = { version: 1, text: 'old' }
  saved.length = 0
  readAgain = 0
})
afterEach(cleanup)

const open = (known: Note | null) =>
  renderHook(
    (note: Note | null) =>
      useKeptDraft<Note, string>({
        known: note,
        draftOf: (kept) => kept?.text ?? '',
        isSame: (one, other) => one === other,
        isConflict: (error) => error instanceof Conflict,
        save: async (text, over) => {
          if (text === 'bad') throw new Error('refused')
          if ((over?.version ?? 0) !== (stored?.version ?? 0)) throw new Conflict()
          stored = { version: (over?.version ?? 0) + 1, text }
          return stored
        },
        onSaved: async ({ text }, isNew) => void saved.push([text, isNew]),
        readAgain: async () => {
          readAgain += 1
        },
      }),
    { initialProps: known },
  )

it('keeps what was changed, and is then as it is kept', async () => {
  const { result } = open(stored)
  expect(result.current.isChanged).toBe(false)
  act(() => result.current.setDraft('new'))
  expect(result.current.isChanged).toBe(true)
  await act(() => result.current.submit())
  expect(stored).toEqual({ version: 2, text: 'new' })
  expect(saved).toEqual([['new', false]])
  expect(result.current).toMatchObject({ base: { version: 2 }, isChanged: false, busy: false, error: null })
})

it('makes a new one once: the next time it is saved over itself', async () => {
  stored = null
  const { result } = open(null)
  act(() => result.current.setDraft('first'))
  await act(() => result.current.submit())
  act(() => result.current.setDraft('second'))
  await act(() => result.current.submit())
  expect(saved).toEqual([
    ['first', true],
    ['second', false],
  ])
  expect(stored).toEqual({ version: 2, text: 'second' })
})

it('goes back to what is kept', () => {
  const { result } = open(stored)
  act(() => result.current.setDraft('new'))
  act(() => result.current.undo())
  expect(result.current).toMatchObject({ draft: 'old', isChanged: false })
})

it('keeps the draft where it was refused, and says why', async () => {
  const { result } = open(stored)
  act(() => result.current.setDraft('bad'))
  await act(() => result.current.submit())
  expect(result.current).toMatchObject({ draft: 'bad', isChanged: true, busy: false, theirs: null })
  expect(result.current.error?.message).toBe('refused')
  expect(readAgain).toBe(0)
})

it('shows what somebody else kept meanwhile, and takes either', async () => {
  for (const mine of [true, false]) {
    stored = { version: 1, text: 'old' }
    const { result, rerender } = open(stored)
    act(() => result.current.setDraft('mine'))
    stored = { version: 2, text: 'theirs' }
    await act(() => result.current.submit())
    expect(result.current.theirs).toBeNull()
    rerender(stored)
    const { theirs } = result.current
    expect(theirs?.text).toBe('theirs')
    if (theirs) await act(async () => (mine ? result.current.keepMine(theirs) : result.current.take(theirs)))
    expect(stored).toEqual(mine ? { version: 3, text: 'mine' } : { version: 2, text: 'theirs' })
    expect(result.current).toMatchObject({ draft: mine ? 'mine' : 'theirs', isChanged: false, error: null })
  }
  expect(readAgain).toBe(2)
})
