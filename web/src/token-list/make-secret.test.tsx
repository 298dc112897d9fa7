// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { CallError } from '../call/send.ts'
import { entered } from '../call/use-attempt.ts'
import { Field } from '../control/control.tsx'
import { startMoreTexts, startTexts } from '../text/text.ts'
import { MakeSecret } from './make-secret.tsx'

const onMade = vi.fn()
const onClose = vi.fn()

beforeAll(async () => {
  await import('../text/reason-en.ts')
  await startTexts()
  await startMoreTexts('people')
})
beforeEach(() => vi.clearAllMocks())
afterEach(cleanup)

function open(make: (form: HTMLFormElement) => Promise<readonly { title: string; value: string }[] | string>) {
  const words = { title: 'New key', hint: 'For one program.', act: 'Make', once: 'Only now.' }
  render(
    <MakeSecret {...words} make={make} onMade={onMade} onClose={onClose}>
      <Field label="Name" name="name" defaultValue="till" />
    </MakeSecret>,
  )
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('shows what was made of what was entered, and only then says so', async () => {
  open(async (form) => [{ title: 'Key', value: `${entered(form, 'name')}-secret` }])
  expect(onMade).not.toHaveBeenCalled()
  press('Make')
  expect(await screen.findByText('till-secret')).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe('Only now.')
  expect(screen.queryByLabelText('Name')).toBeNull()
  expect(onMade).toHaveBeenCalledTimes(1)
  press('Done')
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('says what is wrong with the form, and leaves it as it was filled in', async () => {
  open(async () => 'Choose at least one.')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'terminal' } })
  press('Make')
  expect((await screen.findByRole('alert')).textContent).toBe('Choose at least one.')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('terminal')
  expect(onMade).not.toHaveBeenCalled()
})

it('says why the server refused, and can be tried again', async () => {
  open(async () => {
    throw new CallError('forbidden', 'no')
  })
  press('Make')
  await screen.findByRole('alert')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Make' }).disabled).toBe(false)
})
