import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isStopWord, smsSize } from './sms.ts'

describe('the size of an SMS', () => {
  it.each([
    ['', { encoding: 'gsm', units: 0, parts: 0, left: 160, unusual: '' }],
    ['a'.repeat(160), { encoding: 'gsm', units: 160, parts: 1, left: 0, unusual: '' }],
    ['a'.repeat(161), { encoding: 'gsm', units: 161, parts: 2, left: 145, unusual: '' }],
    ['a'.repeat(306), { encoding: 'gsm', units: 306, parts: 2, left: 0, unusual: '' }],
    ['a'.repeat(307), { encoding: 'gsm', units: 307, parts: 3, left: 152, unusual: '' }],
    ['Hyvää päivää, ÅÖ €5', { encoding: 'gsm', units: 20, parts: 1, left: 140, unusual: '' }],
    // A letter of two units does not fit into the last unit of a part.
    [`${'a'.repeat(152)}€${'a'.repeat(10)}`, { encoding: 'gsm', units: 164, parts: 2, left: 141, unusual: '' }],
    ['”Hei”', { encoding: 'unicode', units: 5, parts: 1, left: 65, unusual: '”' }],
    ['ж'.repeat(70), { encoding: 'unicode', units: 70, parts: 1, left: 0, unusual: 'ж' }],
    ['ж'.repeat(71), { encoding: 'unicode', units: 71, parts: 2, left: 63, unusual: 'ж' }],
    ['🙂'.repeat(34), { encoding: 'unicode', units: 68, parts: 1, left: 2, unusual: '🙂' }],
    // 33 of them fill 66 of the 67 units of a part.
    ['🙂'.repeat(36), { encoding: 'unicode', units: 72, parts: 2, left: 61, unusual: '🙂' }],
  ])('%# is as the standard has it', (text, size) => expect(smsSize(text)).toEqual(size))

  it('never shrinks when something is added, and never leaves more room than a part has', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), fc.constantFrom('a', 'ä', '€', '”', '🙂'), (text, more) => {
        const [before, after] = [smsSize(text), smsSize(text + more)]
        expect(after.parts).toBeGreaterThanOrEqual(before.parts)
        expect(after.left).toBeLessThanOrEqual(160)
        expect(after.left).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

it('knows who wants no more messages, and not who merely writes', () => {
  for (const text of ['STOP', ' stop. ', 'Lopeta!', '"Stopp"', 'abmelden'])
    expect([text, isStopWord(text)]).toEqual([text, true])
  for (const text of ['', 'please stop by', 'stop it', 'endless', 'yes'])
    expect([text, isStopWord(text)]).toEqual([text, false])
})
