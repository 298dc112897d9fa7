// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { Menu } from './menu.tsx'

beforeAll(() => {
  // The document of these tests knows no popovers.
  HTMLElement.prototype.showPopover = () => undefined
  HTMLElement.prototype.hidePopover = function hide() {
    this.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'closed' }))
  }
})
afterEach(cleanup)

const done = vi.fn()

function open() {
  const item = (title: string) => ({ title, onSelect: () => done(title) })
  render(
    <Menu
      label="Page menu"
      trigger={(wiring) => (
        <button type="button" {...wiring}>
          Open
        </button>
      )}
      groups={[
        { items: [item('Edit'), false, item('Copy')] },
        { heading: 'Elsewhere', items: [item('Export'), item('Print')] },
        { heading: 'Nothing', items: [null] },
      ]}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  return screen.getByRole('menu', { name: 'Page menu', hidden: true })
}
const focused = () => document.activeElement?.textContent

it('offers what is possible, in groups, and says that it is a menu', () => {
  open()
  const titles = screen.getAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent)
  expect(titles).toEqual(['Edit', 'Copy', 'Export', 'Print'])
  expect(screen.getAllByRole('group', { hidden: true })).toHaveLength(1)
  expect(screen.getByText('Open').getAttribute('aria-haspopup')).toBe('menu')
  expect(screen.getByText('Open').getAttribute('aria-expanded')).toBe('true')
})

it('is walked by arrows, ends and first letters', () => {
  const menu = open()
  const walked = ['ArrowDown', 'ArrowUp', 'ArrowUp', 'Home', 'End', 'e', 'e', 'x'].map((key) => {
    fireEvent.keyDown(menu, { key })
    return focused()
  })
  expect(walked).toEqual(['Copy', 'Edit', 'Print', 'Edit', 'Print', 'Edit', 'Export', 'Export'])
})

it('closes before its act is done, and when one goes on by Tab', () => {
  open()
  fireEvent.click(screen.getByText('Copy'))
  expect(done).toHaveBeenCalledWith('Copy')
  expect(focused()).toBe('Open')
  cleanup()
  fireEvent.keyDown(open(), { key: 'Tab' })
  expect(screen.queryByText('Copy')).toBeNull()
  expect(focused()).toBe('Open')
})
