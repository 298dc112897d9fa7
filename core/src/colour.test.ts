import { describe, expect, it } from 'vitest'
import { brandOf, contrast, leastContrast, readColour } from './colour.ts'

const read = (text: string) => readColour(text) ?? [0, 0, 0]

describe('a colour', () => {
  it('is six hexadecimal digits, nothing else', () => {
    expect(readColour('#0000C8')).toEqual([0, 0, 200])
    for (const text of ['0000c8', '#00c', '#0000c8;', 'red', 'url(x)', '#0000c800']) expect(readColour(text)).toBeNull()
  })

  it('contrasts as WCAG reckons', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21)
    expect(contrast(read('#777777'), [255, 255, 255])).toBeCloseTo(4.48, 2)
  })

  it.each(['#0000c8', '#000000', '#be0000', '#006644', '#663399'])('%s reads in both themes', (colour) => {
    const brand = brandOf(colour)
    expect(brand?.contrast).toBeGreaterThanOrEqual(leastContrast)
    for (const surface of ['#161923', '#1b1f2b', brand?.dark.tint ?? ''])
      expect(contrast(read(brand?.dark.primary ?? ''), read(surface))).toBeGreaterThanOrEqual(leastContrast - 0.1)
  })

  it.each(['#ffc107', '#00c896', '#eeeeee'])('%s is too light for text', (colour) => {
    expect(brandOf(colour)?.contrast).toBeLessThan(leastContrast)
  })
})
