import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contrast, leastContrast, readColour } from '@kaiku/core/colour.ts'
import { expect, it } from 'vitest'

const css = await readFile(join(import.meta.dirname, 'theme.css'), 'utf8')

/** A colour of the theme, light and dark. */
function colours(name: string) {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\);`).exec(css) ?? []
  return [light, dark].map((one) => {
    const colour = readColour(one ?? '')
    if (!colour) throw new Error(`--${name} is no pair of colours`)
    return colour
  })
}

it.each(['text', 'muted', 'faint', 'secondary', 'primary', 'success-text', 'error'])(
  'reads %s on every ground that text stands on, in both themes',
  (name) => {
    const grounds = ['page', 'surface', 'raised', 'sunken', 'tint']
    const poor = colours(name).flatMap((text, theme) =>
      grounds.filter((ground) => contrast(text, colours(ground)[theme] ?? text) < leastContrast),
    )
    expect(poor).toEqual([])
  },
)
