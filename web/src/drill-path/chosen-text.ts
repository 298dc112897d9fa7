import { decodeText, encodeText } from '@kaiku/core/escape.ts'

/** What a reader chose of how the components of a page are shown: a component's place on its page and the choice's name → its value. */
export type ChosenText = ReadonlyMap<string, string>

export const choiceName = (place: number, name: string): string => `${place}.${name}`
const headOf = (page: string): string => `${encodeText(page).replaceAll(':', '%3A')}:`

/** The page that such a text is about; undefined where it is none. */
export function pageOfChosen(text: string): string | undefined {
  const read = decodeText(text.split(':', 1)[0] ?? '')
  return read.ok ? read.value : undefined
}

/** Whether what an address has is about this page. */
export const isChosenOn = (text: string, page: string): boolean => text.startsWith(headOf(page))

/** Reads `trends:0.lines.places,1.by.week`. What is of another page or cannot be read is no choice. */
export function readChosen(text: string | undefined, page: string): ChosenText {
  if (text === undefined || !isChosenOn(text, page)) return new Map()
  const found = text
    .slice(headOf(page).length)
    .split(',')
    .flatMap((entry): [string, string][] => {
      const [, name, written] = /^(\d{1,3}\.[a-z]+)\.(.+)$/i.exec(entry) ?? []
      const value = decodeText(written ?? '')
      return name !== undefined && value.ok ? [[name, value.value]] : []
    })
  return new Map(found)
}

/** As it is shown where nothing was chosen. */
export const nothingChosen = (page: string): string => headOf(page)

/** Undefined where nothing was chosen: then the address says nothing. */
export const writeChosen = (page: string, chosen: ChosenText): string | undefined =>
  chosen.size === 0
    ? undefined
    : `${headOf(page)}${[...chosen]
        .map(([name, value]) => `${name}.${encodeText(value)}`)
        .sort()
        .join(',')}`
