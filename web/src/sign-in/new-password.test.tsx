// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startTexts } from '../text/text.ts'
import { useNewPassword } from './new-password.tsx'

beforeAll(startTexts)
afterEach(cleanup)

const read: (string | null)[] = []

function Form() {
  const { first, again, read: readPassword } = useNewPassword()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        read.push(readPassword(event.currentTarget))
      }}
    >
      {first}
      {again}
      <button type="submit">Save</button>
    </form>
  )
}

it('gives a password only once it was entered twice alike, and says so until then', () => {
  render(<Form />)
  const [first, again] = ['New password', 'Repeat new password'].map((name) => screen.getByLabelText(name))
  const enter = (one: string, other: string) => {
    if (first) fireEvent.change(first, { target: { value: one } })
    if (again) fireEvent.change(again, { target: { value: other } })
    fireEvent.click(screen.getByRole('button'))
  }
  enter('correct horse battery', 'correct horse batery')
  expect(read).toEqual([null])
  expect(screen.getByRole('alert')).toBeDefined()
  expect(again?.getAttribute('aria-invalid')).toBe('true')
  enter('correct horse battery', 'correct horse battery')
  expect(read).toEqual([null, 'correct horse battery'])
  expect(screen.queryByRole('alert')).toBeNull()
})
