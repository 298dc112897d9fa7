import { act, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Snackbar } from '../overlay/snackbar.tsx'
import { startTexts } from '../text/text.ts'
import { tellOfImport } from './import.ts'

describe('work that is done', () => {
  it('is said with its numbers as the reader writes them', async () => {
    await startTexts()
    render(<Snackbar />)
    const done = { survey: 'visits', file: 'may.csv', inserted: 12_345, corrected: 2, rejected: 0 } as const
    await act(() => tellOfImport({ kind: 'import', done: 'read', ...done }))
    expect(await screen.findByText('may.csv imported: 12,345 new, 2 corrected, 0 skipped')).toBeTruthy()
  })
})
