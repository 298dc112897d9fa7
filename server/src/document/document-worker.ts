import { readdirSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { template } from './template.ts'

/** `workspace`: an empty folder, all that the template could read of the disk. */
export type DocumentRequest = {
  readonly content: string
  readonly fonts: readonly string[]
  readonly workspace: string
}
export type DocumentMessage = { readonly pdf: Uint8Array } | { readonly fault: string }

/**
 * What the standard does not allow, such as a letter that no font has: the document is made all the same, and says no
 * longer that it is for every reader.
 */
const against = 'PDF/UA-1 error'

function compiled({ content, fonts, workspace }: DocumentRequest): DocumentMessage {
  if (readdirSync(workspace).length > 0) return { fault: 'the folder of documents is not empty' }
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: [...fonts] }] })
  const document = { mainFileContent: template, inputs: { content } }
  try {
    return { pdf: compiler.pdf(document, { pdfStandard: 'ua-1' }) }
  } catch (error) {
    if (!String(error).includes(against)) return { fault: String(error) }
    return { pdf: compiler.pdf(document) }
  }
}

parentPort?.postMessage(compiled(workerData))
