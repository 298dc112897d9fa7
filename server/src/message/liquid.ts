import { Liquid, type Template } from 'liquidjs'

/** Milliseconds of a merge, letters of a template, and what a merge may hold at once. */
const limits = { parseLimit: 500_000, renderLimit: 200, memoryLimit: 5_000_000 }

const nothing = () => false
/** Templates read no file, whatever they ask for. */
const noFiles = {
  exists: async () => false,
  existsSync: nothing,
  contains: async () => false,
  containsSync: nothing,
  readFile: async () => '',
  readFileSync: () => '',
  resolve: (_dir: string, file: string) => file,
}

function engine(outputEscape?: 'escape' | ((value: string | number | boolean | null | undefined) => string)) {
  const made = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: false,
    fs: noFiles,
    relativeReference: false,
    ...limits,
    ...(outputEscape && { outputEscape }),
  })
  // Liquid's own would put in what somebody is called as markup.
  made.registerFilter('raw', (value: unknown) => value)
  return made
}

/** Signs of Markdown in values stand in the private area of Unicode until it was read: a value is never markup. */
const area = 0xe000
const hidden = (value: string | number | boolean | null | undefined) =>
  String(value ?? '').replace(/[\0-\x2f:-@[-`{-~]|\d/g, (sign) => String.fromCharCode(area + sign.charCodeAt(0)))
export const shownValue = (text: string): string =>
  text.replace(/[\ue000-\ue07f]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - area))

const engines = { plain: engine(), markup: engine('escape'), markdown: engine(hidden) }

/** MessageFields that a message may hold, as texts write them. */
export type MessageFields = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/** A template that was read once, to be filled in for many. */
export type Filling = (fields: MessageFields) => string

/**
 * Reads a text with fields. Values are put in as text: in `markup` escaped, in `markdown` as `shownValue` brings them
 * back once it was read. Throws Error for one that cannot be read.
 */
export function fillingOf(source: string, kind: keyof typeof engines): Filling {
  const liquid = engines[kind]
  const parsed: Template[] = liquid.parse(source)
  return (fields) => String(liquid.renderSync(parsed, fields))
}

/** The fields that a text names, such as `name` and `background.store`. Throws Error for one that cannot be read. */
export const fieldsIn = (source: string): readonly string[] =>
  engines.plain.globalFullVariablesSync(source).map((path) =>
    path
      .split(/[.[]/)
      .slice(0, 2)
      .join('.')
      .replace(/["'\]]/g, ''),
  )

const tag = /\{\{[^}]*\}\}|\{%.*?%\}/gs

/** Changes what stands between fields, which stay as they are. */
export function aroundFields(text: string, change: (plainText: string) => string): string {
  let [changed, end] = ['', 0]
  for (const { 0: field, index } of text.matchAll(tag)) {
    changed += change(text.slice(end, index)) + field
    end = index + field.length
  }
  return changed + change(text.slice(end))
}
