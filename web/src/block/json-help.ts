import {
  type CompletionItem,
  CompletionItemKind,
  getLanguageService,
  type JSONSchema,
  type MarkedString,
  type MarkupContent,
  TextDocument,
} from 'vscode-json-languageservice'
import type { CodeHelp, CodeOffer } from '../code-editor/code.ts'
import type { BlockSchema } from '../schema-form/schema.ts'

const address = 'kaiku:///block.json'

/** What a schema offers at a place of a text, and says of what stands there. */
export function helpOf(schema: BlockSchema): CodeHelp {
  const service = getLanguageService({})
  service.configure({ schemas: [{ uri: 'kaiku:///schema.json', fileMatch: ['*'], schema: schema as JSONSchema }] })
  const read = (text: string) => {
    const document = TextDocument.create(address, 'json', 0, text)
    return { document, parsed: service.parseJSONDocument(document) }
  }
  return {
    async offers(text, at, asked) {
      // Between two things nobody has begun to write.
      if (!asked && !/["\w]/.test(text.charAt(at - 1))) return null
      const { document, parsed } = read(text)
      const found = await service.doComplete(document, document.positionAt(at), parsed)
      const [first] = found?.items ?? []
      if (!found || !first?.textEdit) return null
      const { textEdit } = first
      const range = 'range' in textEdit ? textEdit.range : textEdit.replace
      const from = document.offsetAt(range.start)
      return { from, to: document.offsetAt(range.end), offers: found.items.map(offerOf) }
    },
    async hover(text, at) {
      const { document, parsed } = read(text)
      const found = await service.doHover(document, document.positionAt(at), parsed)
      if (!found?.range) return null
      const said = saidBy(found.contents)
      return said === ''
        ? null
        : { from: document.offsetAt(found.range.start), to: document.offsetAt(found.range.end), text: said }
    },
  }
}

const offerOf = ({ label, kind, textEdit, insertText, documentation, detail }: CompletionItem): CodeOffer => {
  const said = typeof documentation === 'string' ? documentation : documentation?.value
  const written = textEdit?.newText ?? insertText ?? label
  const offer: CodeOffer = {
    label,
    insert: written.replace(/\$(\d+)/g, '$${$1}'),
    kind: kind === CompletionItemKind.Property ? 'property' : 'constant',
  }
  return Object.assign(offer, detail ? { detail } : {}, said ? { info: said } : {})
}

function saidBy(contents: MarkupContent | MarkedString | MarkedString[]): string {
  const parts = Array.isArray(contents) ? contents : [contents]
  return parts
    .map((one) => (typeof one === 'string' ? one : one.value))
    .map((one) =>
      one
        .replace(/\\([\\`*_{}[\]()#+\-.!])/g, '$1')
        .replace(/&nbsp;/g, ' ')
        .trim(),
    )
    .filter((one) => one !== '')
    .join('\n')
}
