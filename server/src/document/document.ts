import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ownProgram } from '../configuration/installation.ts'
import type { DocumentContent } from './document-content.ts'
import type { DocumentMessage, DocumentRequest } from './document-worker.ts'

/** The largest document, in megabytes of memory beside what Typst itself takes. */
const memory = 512

/**
 * A document as PDF/UA-1: tagged for screen readers, its fonts within. Where a text has letters that no font of ours has,
 * it is tagged all the same, but claims no standard. It is made in a thread of its own, which `signal` stops.
 */
export async function pdfOf(content: DocumentContent, signal: AbortSignal): Promise<Uint8Array> {
  const workspace = await mkdtemp(join(tmpdir(), 'kaiku-document-'))
  try {
    const request: DocumentRequest = { content: JSON.stringify(asData(content), readable), fonts: fonts(), workspace }
    return await made(request, signal)
  } finally {
    await rm(workspace, { recursive: true, force: true })
  }
}

/** Nothing but what can be set: a tab is a space, and what steers a terminal is none. */
const readable = (_: string, value: unknown) =>
  typeof value === 'string' ? value.replace(/[^\P{Cc}\n]|\p{Surrogate}/gu, ' ') : value

/** As the template takes it: a language by its parts, a picture by its bytes. */
function asData({ locale, logo, ...content }: DocumentContent) {
  const { language, region } = new Intl.Locale(locale)
  const bytes = /^data:image\/(?:png|jpeg);base64,(.+)$/.exec(logo)?.[1]
  return {
    ...content,
    lang: language,
    region: region ?? null,
    logo: bytes === undefined ? null : [...Buffer.from(bytes, 'base64')],
  }
}

async function made(request: DocumentRequest, signal: AbortSignal): Promise<Uint8Array> {
  const worker = new Worker(ownProgram('document/document-worker').text, {
    eval: true,
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: memory },
  })
  const stop = () => void worker.terminate()
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    const message = await new Promise<DocumentMessage>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(signal.aborted ? signal.reason : new Error('the maker of documents stopped')))
    })
    if ('fault' in message) throw new Error(`document: ${message.fault}`)
    return message.pdf
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
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
