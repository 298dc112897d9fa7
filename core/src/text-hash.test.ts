import { expect, it } from 'vitest'
import { hashText } from './text-hash.ts'

const halvesOf = (text: string) => {
  const halves = new Uint32Array(2)
  hashText(text, halves)
  return [...halves]
}

it('tells texts apart, also near ones, and the same text is the same', () => {
  const texts = Array.from({ length: 20_000 }, (_, i) => `row ${i}`)
  expect(new Set(texts.map((text) => halvesOf(text).join())).size).toBe(texts.length)
  for (const half of [0, 1]) expect(new Set(texts.map((text) => halvesOf(text)[half])).size).toBeGreaterThan(19_990)
  expect(halvesOf('Ärger')).toEqual(halvesOf('Ärger'))
})
