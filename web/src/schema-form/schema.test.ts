import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type BlockSchema,
  emptyOf,
  inShape,
  isJson,
  keyOfShapes,
  kindOf,
  resolved,
  shapeOf,
  shapesOf,
} from './schema.ts'

const folder = join(import.meta.dirname, '../../../docs/schemas')
const read = (file: string): BlockSchema => JSON.parse(readFileSync(join(folder, file), 'utf8'))
const indicators = read('indicators.schema.json')
const indicator = indicators.properties?.indicators?.items ?? {}

/** Every field that a form of the schema shows, as `indicators.title`. */
function fieldsOf(schema: BlockSchema, root: BlockSchema, place = '', depth = 0): [string, string][] {
  const kind = kindOf(schema, root)
  const own: [string, string][] = place === '' ? [] : [[place, kind]]
  if (depth > 8) return own
  const known = resolved(schema, root)
  const inner = kind === 'cards' ? known.items : kind === 'group' ? known : undefined
  if (!inner) return own
  return [
    ...own,
    ...shapesOf(inner, root).flatMap((shape) =>
      Object.entries(shape.properties ?? {}).flatMap(([key, one]) =>
        fieldsOf(one, root, place === '' ? key : `${place}.${key}`, depth + 1),
      ),
    ),
  ]
}

describe('a form made from a schema', () => {
  it.each(readdirSync(folder))('has a control for what %s says, but for what pages alone can show', (file) => {
    const schema = read(file)
    const withoutControl = fieldsOf(schema, schema).filter(([, kind]) => kind === 'other')
    const known = file === 'pages.schema.json' ? /^pages\.components\./ : /^$/
    expect(withoutControl.map(([place]) => place).filter((place) => !known.test(place))).toEqual([])
    expect(fieldsOf(schema, schema).length).toBeGreaterThan(0)
  })

  it('knows which of its shapes a value has, and gives it another one with what both know', () => {
    expect(keyOfShapes(indicator, indicators)).toBe('measure')
    const nps = { measure: 'nps', id: 'a', title: 'A', question: 'q', promoters: [9, 10] }
    expect(shapeOf(nps, indicator, indicators)?.properties?.promoters).toBeDefined()
    const share = shapesOf(indicator, indicators).find(({ properties }) => properties?.measure?.const === 'share')
    expect(inShape(nps, share ?? {}, indicators, 'measure')).toEqual({
      ...{ measure: 'share', id: 'a', title: 'A', question: 'q' },
      set: [],
    })
  })

  it('begins a thing with what it must have, under a name that is free', () => {
    expect(emptyOf(indicator, indicators, ['new-1'])).toEqual({ measure: 'mean', id: 'new-2', title: '', question: '' })
    const settings = read('settings.schema.json')
    const { quality } = resolved(settings, settings).properties ?? {}
    expect(isJson(emptyOf(quality ?? {}, settings))).toBe(true)
  })
})
