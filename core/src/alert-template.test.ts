import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf, fillTemplate, readTemplate, templateNames } from './alert-template.ts'

const values = new Map([
  ['store', 'Kamppi'],
  ['evil', '{store} {{x}} $1'],
  ['lines', ' a\n\tb\u202E\0c '],
])
const fill = (template: string) => fillTemplate(template, (name) => values.get(name) ?? null)

describe('a template', () => {
  it('puts answers where their names stand', () => {
    expect(fill('{store}: { store } of {{10}}')).toBe('Kamppi: Kamppi of {10}')
    expect(fill('{nothing}!')).toBe('–!')
    expect(templateNames('{a} {b} {a} {{c}}')).toEqual(['a', 'b'])
  })

  it('takes answers as data only', () => {
    expect(fill('{evil}')).toBe('{store} {{x}} $1')
    expect(fill('{lines}')).toBe('a b c')
  })

  it('leaves braces that close nothing as they are', () => {
    expect(fill('a } b { c')).toBe('a } b { c')
  })

  it('says any value without names as one short line, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (value) => {
        const filled = fillTemplate('{x}', () => value)
        expect(Array.from(filled).length).toBeLessThanOrEqual(200)
        expect(filled).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u)
        expect(filled).not.toBe('')
      }),
    )
  })

  it('gives back a text without braces untouched', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/[{}]/.test(text) && text !== ''),
        (text) => {
          expect(readTemplate(text)).toEqual([{ text }])
        },
      ),
    )
  })
})

describe('an excerpt', () => {
  it('is cut between letters', () => {
    expect(excerptOf('Long queues 😀😀😀', 14)).toBe('Long queues 😀…')
    expect(excerptOf('Short', 14)).toBe('Short')
  })
})
