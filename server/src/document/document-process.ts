import { text } from 'node:stream/consumers'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { z } from 'zod'
import { letterTemplate } from './letter.ts'
import { posterTemplate } from './poster.ts'
import { template } from './template.ts'

/** `workspace`: an empty folder, all that the template could read of the disk. */
const request = z.object({
  template: z.enum(['document', 'poster', 'letter']),
  content: z.string(),
  fonts: z.array(z.string()),
  workspace: z.string(),
})
const templates = { document: template, poster: posterTemplate, letter: letterTemplate }
type Document = { readonly mainFileContent: string; readonly inputs: Record<string, string> }
export type DocumentRequest = z.output<typeof request>

/**
 * What the standard does not allow, such as a letter that no font has: the document is made all the same, and says no
 * longer that it is for every reader.
 */
const against = 'PDF/UA-1 error'

function compiled({ template: name, content, fonts, workspace }: DocumentRequest): Uint8Array {
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: fonts }] })
  const document = { mainFileContent: templates[name], inputs: { content } }
  return Buffer.concat([name === 'letter' ? pagesOf(compiler, document) : Buffer.alloc(0), pdfOf(compiler, document)])
}

function pdfOf(compiler: NodeCompiler, document: Document): Uint8Array {
  try {
    return compiler.pdf(document, { pdfStandard: 'ua-1' })
  } catch (error) {
    if (!String(error).includes(against)) throw error
    return compiler.pdf(document)
  }
}

/** Before letters stands a line that says on which page each begins, and how many there are. */
function pagesOf(compiler: NodeCompiler, document: Document): Buffer {
  const found: unknown = compiler.query(document, { selector: '<pages>', field: 'value' })
  return Buffer.from(`${JSON.stringify(z.tuple([z.unknown()]).parse(found)[0])}\n`)
}

process.stdout.write(compiled(request.parse(JSON.parse(await text(process.stdin)))))
