import { isDeepStrictEqual } from 'node:util'
import { definitionFiles } from '@kaiku/contract/definition.ts'
import type { QuestionType } from '@kaiku/contract/question.ts'
import type { View } from '@kaiku/contract/view.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FaultDetail } from '@kaiku/core/fault.ts'
import { draftedPlaces } from '@kaiku/core/place-time.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { isDefinitionFile } from '../definition/read-definition.ts'
import {
  type Dictionary,
  noNumber,
  type SettledDefinition,
  type StoredQuestion,
  type StoredView,
} from '../dictionary/dictionary.ts'
import { storedAttributes } from '../dictionary/interview-attribute.ts'
import { placesPlanned } from '../dictionary/other-tree.ts'
import { treeOf } from '../dictionary/tree.ts'
import { type BlockDraft, draftRevisions, findBlockDrafts } from '../draft/block-draft.ts'
import { nextDefinition, withTexts } from '../draft/next-definition.ts'
import { readFiles, roleOf, settled } from '../survey/stored-survey.ts'
import { findSurvey } from '../survey/survey.ts'
import { storedCommentTopics } from '../topic/comment-topic-question.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import { stricter } from './stricter.ts'

/** A survey as its draft would make it. */
export type Preview = {
  /** Equal where the draft, and what it was begun on, are. */
  readonly state: string
  readonly drafts: readonly Pick<BlockDraft, 'file' | 'by' | 'at'>[]
  /** Null: the draft has faults. */
  readonly dictionary: Dictionary | null
  readonly faults: readonly FaultDetail[]
  /** Something published is stricter than the draft, and holds. */
  readonly isStricter: boolean
}

/** Per published state, so that what interviews add is known to both alike. */
const kept = new WeakMap<Dictionary, Map<string, Promise<Preview>>>()
const mostKept = 4
const allFiles = Object.keys(definitionFiles).filter(isDefinitionFile)
const pagesAlone: typeof allFiles = ['pages.json']

/**
 * The survey for a viewer: as it is published, or to who looks at its draft as that would make it. Throws Fault `not_found`
 * as `findSurvey` does, `invalid` with what is wrong with the draft, and `forbidden` for another survey than the previewed.
 */
export async function surveyFor(stores: Stores, who: Viewer, name: string): Promise<Dictionary> {
  const published = await findSurvey(stores, who.universe, name)
  if (!who.preview) return published
  if (who.preview.survey !== published.extName) throw refuse('forbidden', 'preview.other')
  const { dictionary, faults } = await previewOf(stores, published, who.preview.isOfPages)
  if (!dictionary) throw refuse('invalid', 'preview.faulty', {}, faults)
  return dictionary
}

/** What the drafts of a survey's files, or of its pages alone, make of it, made once per state of them. */
export async function previewOf(stores: Stores, published: Dictionary, isOfPages: boolean): Promise<Preview> {
  const drafted = isOfPages ? pagesAlone : allFiles
  const known = kept.get(published) ?? new Map<string, Promise<Preview>>()
  kept.set(published, known)
  const found = known.get(stateOf(published, await draftRevisions(stores, published, drafted)))
  if (found) return found
  const files = await inUniverse(stores.pool, published.universe, (client) => readFiles(client, published))
  const drafts = (await findBlockDrafts(stores, published, files)).filter(({ file }) => drafted.includes(file))
  // Somebody may have written on since the revisions were read.
  const state = stateOf(
    published,
    drafts.map(({ revision }) => revision),
  )
  const made = known.get(state) ?? make(stores, published, state, drafts, files)
  known.set(state, made)
  for (const old of [...known.keys()].slice(0, -mostKept)) known.delete(old)
  return made.catch((error: unknown) => {
    known.delete(state)
    throw error
  })
}

const stateOf = ({ version }: Dictionary, revisions: readonly number[]) =>
  [version, ...[...revisions].sort((a, b) => a - b)].join('.')

async function make(
  stores: Stores,
  published: Dictionary,
  state: string,
  drafts: readonly BlockDraft[],
  files: ReadonlyMap<string, string>,
): Promise<Preview> {
  const told = { state, drafts: drafts.map(({ file, by, at }) => ({ file, by, at })) }
  if (drafts.length === 0) return { ...told, dictionary: published, faults: [], isStricter: false }
  const { definition, faults } = nextDefinition(withTexts(files, drafts), published)
  if (!definition) return { ...told, dictionary: null, faults, isStricter: false }
  const { settings } = await inUniverse(stores.pool, published.universe, (client) =>
    readUniverse(client, published.universe),
  )
  const draft = settled(definition, settings)
  const merged = stricter(published.definition, draft)
  return {
    ...told,
    dictionary: previewDictionary(published, merged, state),
    faults: [],
    isStricter:
      !isDeepStrictEqual(withoutPlaces(merged, merged), withoutPlaces(draft, merged)) ||
      (['settings', 'questions', 'indicators', 'filters'] as const).some(
        (of) => !isDeepStrictEqual(merged[of], draft[of]),
      ),
  }
}

/** Views as far as they are not shown by a plan: of a protected survey that is all of them. */
const withoutPlaces = ({ views }: SettledDefinition, { settings }: SettledDefinition) =>
  settings.protection
    ? views
    : views.map((view) => ('nodes' in view ? Object.assign({}, view, { nodes: [], plans: [] }) : view))

/** Holds no answer, as the columns of its type say it. */
const noAnswer = {
  scale: `materialize(toInt16(${noNumber.scale}))`,
  number: `materialize(toInt64('${noNumber.number}'))`,
  choice: "materialize('')",
  multiple: 'materialize(emptyArrayString())',
  text: "materialize('')",
  date: "materialize(cast(null, 'Nullable(Date32)'))",
} as const satisfies Record<QuestionType, string>

/** The published survey by another definition, over the same interviews and places. */
function previewDictionary(published: Dictionary, definition: SettledDefinition, state: string): Dictionary {
  const questions = new Map(
    definition.questions.map((question): [string, StoredQuestion] => {
      const before = published.questions.get(question.id)
      const isKept = before && isKeptAs(before, question)
      return [
        question.id,
        isKept
          ? Object.assign({}, before, { question })
          : { question, number: 0, column: noAnswer[question.type], retyped: false, awaited: true },
      ]
    }),
  )
  const isHeard = ({ number }: StoredQuestion) =>
    [...published.commentTopics.values()].some((one) => one.number === number)
  const views = new Map(
    definition.views.flatMap((view) => {
      const stored = published.views.get(view.extName)
      return stored ? [[view.extName, arranged(stored, view, definition.settings.locale)] as const] : []
    }),
  )
  return {
    ...published,
    // What the draft leaves open is as the universe settles it.
    drafted: state + JSON.stringify(definition.settings),
    definition,
    questions,
    commentTopics: new Map([...storedCommentTopics(definition, questions)].filter(([, one]) => isHeard(one))),
    attributes: new Map([...storedAttributes(definition)].filter(([id]) => published.attributes.has(id))),
    views,
    role: roleOf(questions),
  }
}

/** Today's places; with the draft's beside them where it arranges them otherwise. */
function arranged(stored: StoredView, view: View, locale: string): StoredView {
  // What is remembered by a tree is remembered of the plans that belong to it.
  const tree = Object.assign({}, stored.tree)
  const plan = 'nodes' in view ? view.plans?.find(({ id }) => id === draftedPlaces) : undefined
  const drafted = plan && treeOf(placesPlanned(plan, tree, stored.column).nodes, locale)
  return Object.assign({}, stored, { view, tree }, drafted && { drafted })
}

function isKeptAs({ question: before }: StoredQuestion, question: StoredQuestion['question']): boolean {
  if (before.type === 'number' && question.type === 'number') return before.decimals === question.decimals
  return before.type === question.type
}
