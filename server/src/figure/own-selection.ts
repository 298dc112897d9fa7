import type { Component } from '@kaiku/contract/page.ts'
import { layOver } from '@kaiku/core/drill-path.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { openScan, type Scan } from '../aggregate/scan.ts'
import type { Dictionary, StoredQuestion } from '../dictionary/dictionary.ts'
import { comparedPeriod, resolveSelection, type Selection } from '../selection/selection.ts'
import { narrowedByPersonal } from './personal.ts'
import { inReleasePeriods, refuseTellingFilters } from './protection.ts'
import type { QueryContext } from './query-context.ts'

/** What a component may narrow for itself. */
type Own = Pick<Component, 'filter' | 'minimumN'>

const keyOf = ({ filter, minimumN }: Own) => JSON.stringify([filter ?? null, minimumN ?? null])

/**
 * What each component asks within: the request's selection, or one with the component's own filter laid over it, read
 * with the same rights. Components with the same filter share a scan. What is refused is thrown when that one asks.
 */
export async function askedByEach(
  asked: QueryContext,
  components: readonly Component[],
  path: string,
): Promise<(component: Component) => QueryContext> {
  const own = new Map(components.map((component) => [keyOf(component), component]))
  const scans = new Map<string | undefined, Scan>([[undefined, asked.scan]])
  const found = new Map(
    await Promise.all(
      [...own].map(
        async ([key, component]): Promise<readonly [string, QueryContext | { readonly refused: unknown }]> => {
          try {
            return [key, await ownAsked(asked, component, path, scans)]
          } catch (refused) {
            return [key, { refused }]
          }
        },
      ),
    ),
  )
  return (component) => {
    const one = found.get(keyOf(component))
    if (one && !('refused' in one)) return one
    throw one?.refused
  }
}

async function ownAsked(
  asked: QueryContext,
  { filter, minimumN = 1 }: Own,
  path: string,
  scans: Map<string | undefined, Scan>,
): Promise<QueryContext> {
  if (filter === undefined && minimumN <= 1) return asked
  const scan = scans.get(filter) ?? scanFor(asked, laidOver(asked, path, filter ?? ''))
  scans.set(filter, scan)
  const own: QueryContext = {
    ...asked,
    scan,
    dictionary: withMinimum(asked.dictionary, minimumN),
    minimumN: Math.max(asked.minimumN, minimumN),
  }
  refuseTellingFilters(scan.selection)
  return own
}

function laidOver({ who, dictionary, scan, scope }: QueryContext, path: string, filter: string): Selection {
  const laid = layOver(path, filter)
  if (!laid.ok)
    throw refuse('invalid', 'filter.unreadable', {}, [
      { place: `position ${laid.position + 1}`, expected: laid.expected, found: `"${filter}"` },
    ])
  return narrowedByPersonal(
    who,
    inReleasePeriods(resolveSelection(dictionary, laid.value, scan.selection.today, scope)),
  )
}

const scanFor = ({ scan, compare }: QueryContext, selection: Selection): Scan =>
  openScan(scan.stores, selection, comparedPeriod(selection, compare), scan.options)

const raised = new WeakMap<Dictionary, Map<number, Dictionary>>()

/** The survey as if no minimum of it were below this one: its own, its comments', those of questions and indicators. */
function withMinimum(dictionary: Dictionary, least: number): Dictionary {
  if (least <= 1) return dictionary
  const known = raised.get(dictionary) ?? new Map<number, Dictionary>()
  raised.set(dictionary, known)
  const found = known.get(least) ?? raise(dictionary, least)
  known.set(least, found)
  return found
}

function raise(dictionary: Dictionary, least: number): Dictionary {
  const { settings, questions, indicators } = dictionary.definition
  const own = <T extends { readonly minimumN?: number | undefined }>(one: T): T =>
    one.minimumN === undefined ? one : { ...one, minimumN: Math.max(one.minimumN, least) }
  const { minimumN, minimumNComments } = settings
  return {
    ...dictionary,
    questions: new Map(
      [...dictionary.questions].map(([id, stored]): [string, StoredQuestion] => [
        id,
        { ...stored, question: own(stored.question) },
      ]),
    ),
    definition: {
      ...dictionary.definition,
      questions: questions.map(own),
      indicators: indicators.map(own),
      settings: {
        ...settings,
        minimumN: Math.max(minimumN, least),
        minimumNComments: Math.max(minimumNComments, least),
      },
    },
  }
}
