import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { placeTreeCalls, TreeChange, WrittenTree } from '@kaiku/contract/place-tree.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { dayIn } from '@kaiku/core/day.ts'
import { localise } from '@kaiku/core/localised.ts'
import { changedTree } from '@kaiku/core/planned-tree.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { filesOf } from '../backend/version.ts'
import type { Stores } from '../db/stores.ts'
import { diffDefinitions } from '../definition/definition-diff.ts'
import type { Files } from '../definition/read-definition.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { type BlockDraft, findBlockDrafts } from '../draft/block-draft.ts'
import { blockFaults, withTexts } from '../draft/next-definition.ts'
import { levelTitlesOf } from '../view/level-title.ts'
import { arranged, placesIn } from './arrange.ts'
import { knowsAnswers, placeAnswers, refusedAnswers } from './place-answers.ts'
import { placesConcerned } from './place-concern.ts'
import { file, laidOnto, readViews, treeOf, viewIn, withTree } from './views-file.ts'

const mostTold = 100

/** `views.json` of a survey as it is published, and as it is drafted on top of that. */
export type OpenViews = {
  readonly dictionary: Dictionary
  readonly files: Files
  readonly published: string
  readonly draft: BlockDraft | null
  /** Laid onto what is published now; as published where there is no draft. */
  readonly text: string
  readonly isBehind: boolean
}

/** Throws Fault `invalid` for a draft that cannot be read, `conflict` for one that cannot be laid onto what was published since. */
export async function openViews(stores: Stores, dictionary: Dictionary): Promise<OpenViews> {
  const files = await filesOf(stores, dictionary, dictionary.version)
  const published = files.get(file) ?? ''
  const draft = (await findBlockDrafts(stores, dictionary, files)).find((one) => one.file === file) ?? null
  const base =
    draft && draft.version < dictionary.version
      ? ((await filesOf(stores, dictionary, draft.version)).get(file) ?? '')
      : published
  const isBehind = base !== published
  const text = draft && isBehind ? laidOnto(base, draft.text, published) : (draft?.text ?? published)
  if (text === null) throw refuse('conflict', 'block.behind', { file })
  return { dictionary, files, published, draft, text, isBehind }
}

/** The text of `views.json` with a changed tree in it, as its next draft. Throws Fault `conflict`, `invalid`. */
export function changedText(
  { dictionary, published, draft, text }: OpenViews,
  name: string,
  { change, version, revision }: { readonly change: TreeChange; readonly version: number; readonly revision: number },
): { readonly text: string; readonly before: WrittenTree; readonly after: WrittenTree } {
  if (version !== dictionary.version) throw refuse('conflict', 'block.behind', { file })
  if ((draft?.revision ?? 0) !== revision)
    throw draft ? refuse('conflict', 'block.changed', { file, by: draft.by }) : refuse('conflict', 'block.gone')
  const view = viewIn(readViews(text).views, name)
  if (!('nodes' in view)) throw refuse('invalid', 'place.answers')
  const before = publishedTree(dictionary, published, name)
  const after = changedTree(before, change)
  return { text: withTree(text, name, after), before, after }
}

/** The places of a view as figures have them now, also of one that is made of answers so far. */
function publishedTree(dictionary: Dictionary, published: string, name: string): WrittenTree {
  const view = readViews(published).views.find(({ extName }) => extName === name)
  const stored = dictionary.views.get(name)
  const isTold = !dictionary.definition.settings.protection
  return view && 'levels' in view && stored && isTold ? { nodes: placesIn(stored.tree), plans: [] } : treeOf(view)
}

type Opened = ReplyOf<typeof placeTreeCalls.open>

/** A tree as its editor opens it. */
export async function openedTree(
  stores: Stores,
  who: Viewer,
  open: OpenViews,
  name: string,
  locale: string,
): Promise<Opened> {
  const { dictionary, published, draft, text, isBehind } = open
  const { settings } = dictionary.definition
  const words = (said: Parameters<typeof localise>[0]) => localise(said, locale, settings.locale)
  const { views } = readViews(text)
  const view = viewIn(views, name)
  const before = publishedTree(dictionary, published, name)
  const tree = treeOf(view)
  const key = dictionary.questions.get('nodes' in view ? view.key : (view.levels.at(-1)?.question ?? ''))
  const stored = dictionary.views.get(name)
  const isTold = knowsAnswers(who, dictionary)
  const arranging =
    'levels' in view && stored && 'levels' in stored.view ? await arranged(stores, dictionary, stored, view) : null
  return {
    version: dictionary.version,
    view: name,
    views: views.map((one) => ({ extName: one.extName, title: words(one.title), isTable: 'nodes' in one })),
    rootTitle: words(view.root.title),
    keyTitle: key ? words(key.question.title) : '',
    levelTitles: levelTitlesOf(view).map(words),
    locales: [...new Set([settings.locale, ...languagesIn(before), ...languagesIn(tree)])],
    today: dayIn(settings.timeZone, Date.now()),
    published: before,
    draft: draft && { revision: draft.revision, by: draft.by, at: draft.at, version: draft.version, tree, isBehind },
    answers: key && isTold ? await placeAnswers(stores, dictionary, key) : null,
    refused: isTold ? await refusedAnswers(stores, dictionary, name) : null,
    arrangeFault: arranging && 'why' in arranging ? arranging : null,
  }
}

const languagesIn = ({ nodes, plans }: WrittenTree): string[] => [
  ...new Set(
    [...nodes, ...plans.flatMap((plan) => plan.nodes)].flatMap(({ name }) =>
      typeof name === 'string' ? [] : Object.keys(name),
    ),
  ),
]

type Checked = ReplyOf<typeof placeTreeCalls.check>

/** What is wrong with a changed tree, and what else is to be known before it is published. */
export async function checkedTree(
  stores: Stores,
  open: OpenViews,
  name: string,
  sent: Parameters<typeof changedText>[2],
): Promise<Checked> {
  const { text, before, after } = changedText(open, name, sent)
  const next = withTexts(open.files, [{ file, text }])
  const at = readViews(text).views.findIndex(({ extName }) => extName === name)
  const own = `views[${at}].nodes[`
  // What the draft changes beside this tree: both texts as this room writes them, with the same places.
  const publishedAlike = withTree(open.published, name, before)
  const others = diffDefinitions(new Map([[file, publishedAlike]]), new Map([[file, withTree(text, name, before)]]))
  return {
    faults: blockFaults(next, open.dictionary)
      .filter((fault) => fault.file === file)
      .map(({ place, expected, found }) => {
        const [, node] = place.startsWith(own) ? (/^(\d+)\]/.exec(place.slice(own.length)) ?? []) : []
        return { place, expected, found, id: node === undefined ? null : (after.nodes[Number(node)]?.id ?? null) }
      }),
    others: others.slice(0, mostTold),
    concerned: (await placesConcerned(stores, open.dictionary, name, [before.nodes, after.nodes])).slice(0, mostTold),
  }
}
