import { autocompletion, type Completion, type CompletionContext, snippetCompletion } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { hoverTooltip } from '@codemirror/view'
import type { CodeHelp, CodeOffer } from './code.ts'

const pauseBeforeHover = 350

const completionOf = ({ label, insert, detail, info, kind = 'text' }: CodeOffer): Completion => {
  const completion: Completion = { label, type: kind }
  if (detail !== undefined) completion.detail = detail
  if (info !== undefined) completion.info = info
  return insert === undefined ? completion : snippetCompletion(insert, completion)
}

/** What Kaiku knows of a text, as completion and as words beside the pointer. `help` is asked anew each time. */
export function helpful(help: () => CodeHelp | undefined): Extension {
  const complete = async ({ state, pos, explicit }: CompletionContext) => {
    const found = await help()?.offers?.(state.doc.toString(), pos, explicit)
    if (!found) return null
    return { from: found.from, to: found.to ?? pos, options: found.offers.map(completionOf) }
  }
  const hover = hoverTooltip(
    async (view, at) => {
      const found = await help()?.hover?.(view.state.doc.toString(), at)
      if (!found) return null
      const dom = document.createElement('div')
      dom.className = 'code-hover'
      if (found.title) dom.append(Object.assign(document.createElement('b'), { textContent: found.title }))
      dom.append(found.text)
      return { pos: found.from, end: found.to, above: true, create: () => ({ dom }) }
    },
    { hoverTime: pauseBeforeHover },
  )
  return [autocompletion({ override: [complete], icons: false }), hover]
}
