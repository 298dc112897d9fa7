import { componentFacts } from '@kaiku/contract/component-type.ts'
import { component } from '@kaiku/contract/page.ts'
import type { PageFault, WrittenPage } from '@kaiku/contract/page-draft.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { formatPath } from '@kaiku/core/drill-path.ts'
import { toldState } from '../aggregate/data-state.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { figuresFor, questionFor } from '../result/result.ts'

/** What is said of a place rather than of a component. */
const ofPlace = new Set(['sql.few', 'sql.many'])

/** What only answers prove: components of pages without other faults that every reader would meet as an error. */
export async function answerFaults(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  pages: readonly WrittenPage[],
): Promise<PageFault[]> {
  const [view] = dictionary.definition.views
  const found = pages.flatMap(({ components }, page) =>
    (Array.isArray(components) ? components : []).flatMap((written, at) => {
      const read = component.safeParse(written)
      const place = `pages[${page}].components[${at}]`
      return read.success && componentFacts[read.data.type].provenBy === 'answers'
        ? [{ place, component: read.data }]
        : []
    }),
  )
  if (!view || found.length === 0) return []
  const path = formatPath([view.extName, view.root.id])
  const question = questionFor(stores, who, dictionary, { path, compare: 'none' }, Date.now())
  const state = await toldState(stores, dictionary)
  const { answers } = await figuresFor(
    question,
    found.map((one) => one.component),
    state,
  )
  return found.flatMap(({ place }, at) => {
    const answer = answers[at]
    return answer?.type === 'Failed' && answer.code === 'invalid' && !ofPlace.has(answer.reason?.key ?? '')
      ? [{ place, expected: 'a component that can be shown', found: answer.message }]
      : []
  })
}
