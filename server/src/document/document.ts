import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { languageOf } from '../text/text.ts'
import type { DocumentContent } from './document-content.ts'
import type { DocumentRequest } from './document-process.ts'
import type { LetterFile } from './letter.ts'
import { madeApart } from './made-apart.ts'
import type { PosterContent } from './poster.ts'

/**
 * A document as PDF/UA-1: tagged for screen readers, its fonts within. Where a text has letters that no font of ours has,
 * it is tagged all the same, but claims no standard. It is made in a process of its own, which `signal` stops.
 */
export const pdfOf = (content: DocumentContent, signal: AbortSignal): Promise<Uint8Array> =>
  setBy('document', asData(content), signal)

/** The same for posters. */
export const postersOf = (content: PosterContent, signal: AbortSignal): Promise<Uint8Array> =>
  setBy('poster', asData(content), signal)

/** Letters of one file: with more of them Typst needs time by their square, and all the memory (200: 0.3 GB, 3,000: 2). */
export const lettersAtOnce = 200

/** The same for letters, `lettersAtOnce` at most, with the page on which each begins, and how many pages there are. */
export async function lettersOf(content: LetterFile, signal: AbortSignal): Promise<SetLetters> {
  const { background, letters } = content
  const data = {
    ...asData(content),
    background: background && { bytes: bytesIn(background.data), on: background.on },
    letters: letters.map(({ locale, ...one }) => ({ ...one, lang: languageOf(locale) })),
  }
  const made = Buffer.from(await setBy('letter', data, signal))
  const end = made.indexOf('\n')
  return { pdf: made.subarray(end + 1), ...setPages.parse(JSON.parse(made.subarray(0, end).toString())) }
}
const setPages = z.object({ firsts: z.array(z.int()), pages: z.int() })
type SetLetters = z.output<typeof setPages> & { readonly pdf: Uint8Array }

async function setBy(template: DocumentRequest['template'], data: object, signal: AbortSignal): Promise<Uint8Array> {
  const workspace = await mkdtemp(join(tmpdir(), 'kaiku-document-'))
  try {
    const content = JSON.stringify(data, readable)
    const request: DocumentRequest = { template, content, fonts: fonts(), workspace }
    // Typst keeps what it took for a document, half a gigabyte for a hundred pages, as long as its process lives.
    return await madeApart('document/document-process', JSON.stringify(request), signal)
  } finally {
    await rm(workspace, { recursive: true, force: true })
  }
}

/** Nothing but what can be set: a tab is a space, and what steers a terminal is none. */
const readable = (_: string, value: unknown) =>
  typeof value === 'string' ? value.replace(/[^\P{Cc}\n]|\p{Surrogate}/gu, ' ') : value

/** Of whoever chose none. */
const usualColour = '#0000c8'

/** As the template takes it: by Typst’s own name of a paper, in the language of its words, a picture by its bytes. */
function asData({ locale, logo, paper, colour, ...content }: DocumentContent | PosterContent | LetterFile) {
  return {
    ...content,
    paper: paper === 'letter' ? 'us-letter' : paper,
    colour: colour === '' ? usualColour : colour,
    lang: languageOf(locale),
    logo: bytesIn(logo),
  }
}

function bytesIn(picture: string): number[] | null {
  const bytes = /^data:image\/(?:png|jpeg);base64,(.+)$/.exec(picture)?.[1]
  return bytes === undefined ? null : [...Buffer.from(bytes, 'base64')]
}

const require = createRequire(import.meta.url)
const inter = () => dirname(require.resolve('@expo-google-fonts/inter/package.json'))
const dejaVu = () => dirname(require.resolve('dejavu-fonts-ttf/package.json'))

/**
 * Latin, Greek and Cyrillic letters by the font of the screen, Arabic, Hebrew and signs by another; what neither has is
 * taken from the fonts of the machine.
 */
const fonts = () => [
  ...['400Regular', '400Regular_Italic', '600SemiBold', '700Bold'].map((style) => join(inter(), style)),
  ...['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) => join(dejaVu(), 'ttf', file)),
]
