/** A template, read: plain texts, and names that something stands for. */
export type TemplatePart = { readonly text: string } | { readonly name: string }

const placeholder = /\{\{|\}\}|\{([^{}]*)\}/g

/** Reads `{store}: {nps} of 10`. `{{` and `}}` are braces. */
export function readTemplate(template: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  let at = 0
  const add = (text: string) => {
    if (text !== '') parts.push({ text })
  }
  for (const found of template.matchAll(placeholder)) {
    add(template.slice(at, found.index))
    at = found.index + found[0].length
    if (found[1] === undefined) add(found[0].slice(1))
    else parts.push({ name: found[1].trim() })
  }
  add(template.slice(at))
  return parts
}

/** The names that a template holds, each once. */
export const templateNames = (template: string): string[] => [
  ...new Set(readTemplate(template).flatMap((part) => ('name' in part ? [part.name] : []))),
]

const longestValue = 200
export const noValue = '–'

/**
 * The template with what its names stand for. A value is data: braces in it stay braces, line breaks and characters
 * that turn the direction of writing or cannot be seen do not reach the page, and it is cut at 200 letters.
 */
export const fillTemplate = (template: string, answerTo: (name: string) => string | null): string =>
  readTemplate(template)
    .map((part) => ('text' in part ? part.text : plain(answerTo(part.name))))
    .join('')

function plain(value: string | null): string {
  const line = oneLine(value ?? '')
  return line === '' ? noValue : excerptOf(line, longestValue)
}

const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, '')
    .trim()

/** The beginning of a text in one line, with `…` where it was cut. Letters are never cut in two. */
export function excerptOf(text: string, most: number): string {
  const letters = Array.from(oneLine(text))
  return letters.length <= most
    ? letters.join('')
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}
