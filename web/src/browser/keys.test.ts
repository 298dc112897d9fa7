import { beforeEach, describe, expect, it } from 'vitest'
import { keyAct, turnKeys } from './keys.ts'

const pressed = (key: string, target: EventTarget | null = document.body, held: object = {}) => ({
  ...{ key, target, ctrlKey: false, metaKey: false, altKey: false },
  ...held,
})
const within = (markup: string) => {
  document.body.innerHTML = markup
  return document.body.firstElementChild
}

describe('a single key', () => {
  beforeEach(() => {
    document.body.innerHTML = ''
    turnKeys(true)
  })

  it('acts, and only as what it stands for', () => {
    expect(keyAct(pressed('j'), { j: 'next' })).toBe('next')
    expect(keyAct(pressed('toString'), { j: 'next' })).toBeUndefined()
    expect(keyAct(pressed('x', within('<input type="checkbox">')), { x: 'pick' })).toBe('pick')
  })

  it.each(['<input>', '<textarea></textarea>', '<select></select>', '<p contenteditable></p>'])(
    'writes in %s and does nothing else',
    (markup) => {
      expect(keyAct(pressed('e', within(markup)), { e: 'solve' })).toBeUndefined()
    },
  )

  it.each(['ctrlKey', 'metaKey', 'altKey'])('is the browser’s with %s', (held) => {
    expect(keyAct(pressed('a', document.body, { [held]: true }), { a: 'assign' })).toBeUndefined()
  })

  it('rests while a dialog is open, and where single keys were turned off', () => {
    within('<dialog open></dialog>')
    expect(keyAct(pressed('j'), { j: 'next' })).toBeUndefined()
    within('<p></p>')
    turnKeys(false)
    expect(keyAct(pressed('j'), { j: 'next' })).toBeUndefined()
  })
})
