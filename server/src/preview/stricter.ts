import { isDeepStrictEqual } from 'node:util'
import type { Indicator } from '@kaiku/contract/indicator.ts'
import type { Question } from '@kaiku/contract/question.ts'
import type { PlacePlan, View } from '@kaiku/contract/view.ts'
import { draftedPlaces } from '@kaiku/core/place-time.ts'
import type { SettledDefinition } from '../dictionary/dictionary.ts'

/** How a question takes part in what is projected already: only publishing changes it. */
const projected: ReadonlySet<Question['roles'][number]> = new Set(['date', 'weight', 'contact', 'comment'])
const marks: ReadonlySet<Question['roles'][number]> = new Set(['identifier', 'pii'])
const periods = ['month', 'quarter', 'year'] as const

/**
 * A draft with whatever is stricter in what is published: protection, minimum n, what is hidden or tells who somebody is.
 * Views keep their places, and have those of the draft as a plan. Of a protected survey only titles, texts and pages are the draft's: other limits of answers,
 * filters or formulas would tell of people what the published ones do not.
 */
export function stricter(published: SettledDefinition, draft: SettledDefinition): SettledDefinition {
  const settings = stricterSettings(published.settings, draft.settings)
  const isFrozen = published.settings.protection
  const known = new Map(published.questions.map((question) => [question.id, question]))
  const questions = draft.questions.map((question) => {
    const before = known.get(question.id)
    if (!before) return newQuestion(question, settings.minimumN, published.settings.protection)
    const next = isFrozen ? retitled(before, question) : question
    return stricterQuestion([before, published.settings.minimumN], next, settings)
  })
  const titled = draftTitles(published.views, draft.views)
  const views = settings.protection ? titled : titled.map((view) => withPlaces(view, draft.views))
  // What a kept view, indicator or filter looks at is still there, whether or not the draft has it.
  const named = new Set(
    views.flatMap((view) => ('levels' in view ? view.levels.map((one) => one.question) : [view.key])),
  )
  const there = new Set(questions.map(({ id }) => id))
  const gone = published.questions.filter(({ id }) => !there.has(id) && (isFrozen || named.has(id)))
  const definition = { ...draft, settings, questions: [...questions, ...gone], views }
  if (!isFrozen) return { ...definition, indicators: stricterIndicators(published, definition) }
  const drafted = new Map(draft.indicators.map((one) => [one.id, one]))
  const kept = published.indicators.filter(({ id }) => drafted.has(id))
  const indicators = withParts(kept, published.indicators).map((one): Indicator => {
    const { title, minimumN } = drafted.get(one.id) ?? one
    const { minimumN: _, ...before } = one
    return { ...before, title, ...limit(minimumN) }
  })
  const shown = new Set(kept.map(({ id }) => id))
  return {
    ...definition,
    settings: { ...settings, mainIndicators: settings.mainIndicators.filter((id) => shown.has(id)) },
    indicators: stricterIndicators(published, { ...definition, indicators }),
    filters: published.filters,
    topics: published.topics,
  }
}

/** With the parts that composed indicators are made of. */
function withParts(some: readonly Indicator[], all: readonly Indicator[]): Indicator[] {
  const found = new Map(some.map((one) => [one.id, one]))
  const add = (one: Indicator) => {
    for (const id of partsOf(one)) {
      const part = all.find((other) => other.id === id)
      if (!part || found.has(id)) continue
      found.set(id, part)
      add(part)
    }
  }
  some.forEach(add)
  return [...found.values()]
}

const partsOf = (indicator: Indicator): readonly string[] =>
  'parts' in indicator ? indicator.parts.map((part) => part.indicator) : []

type Settings = SettledDefinition['settings']

function stricterSettings(published: Settings, draft: Settings): Settings {
  const coarser = periods[Math.max(...[published, draft].map((one) => periods.indexOf(one.protectionPeriod)))]
  return {
    ...draft,
    protection: published.protection || draft.protection,
    minimumN: Math.max(published.minimumN, draft.minimumN),
    minimumNComments: Math.max(published.minimumNComments, draft.minimumNComments),
    protectionPeriod: (published.protection ? coarser : undefined) ?? draft.protectionPeriod,
    // Days were told by it.
    timeZone: published.timeZone,
  }
}

/** What it is called, and how far it may be told, is the draft's; what is an answer is as published. */
function retitled(published: Question, { title, text, roles, hidden, minimumN }: Question): Question {
  const { minimumN: _, ...before } = published
  return { ...before, title, roles, hidden, ...(text !== undefined && { text }), ...limit(minimumN) }
}

const limit = (minimumN: number | undefined) => (minimumN === undefined ? {} : { minimumN })

function stricterQuestion(
  [before, surveyMinimum]: readonly [Question, number],
  question: Question,
  settings: Settings,
): Question {
  const has = (one: Question, role: Question['roles'][number]) => one.roles.includes(role)
  const roles = new Set([
    ...question.roles.filter((role) => !projected.has(role)),
    ...before.roles.filter((role) => projected.has(role) || marks.has(role)),
  ])
  // Background says what the filters of a protected survey may look at.
  if (!has(before, 'background') && settings.protection) roles.delete('background')
  const least = before.minimumN ?? surveyMinimum
  const raised = (question.minimumN ?? settings.minimumN) < least ? { minimumN: least } : {}
  const isSame = roles.size === question.roles.length && question.roles.every((role) => roles.has(role))
  return {
    ...question,
    roles: isSame ? question.roles : [...roles],
    hidden: before.hidden || question.hidden,
    ...raised,
  }
}

/** No answer of it is kept yet; what it is called may stand on pages. */
function newQuestion(question: Question, least: number, isFrozen: boolean): Question {
  const roles = question.roles.filter((role) => !projected.has(role) && !(isFrozen && role === 'background'))
  return { ...question, roles, ...((question.minimumN ?? least) < least && { minimumN: least }) }
}

/** No indicator tells a figure on fewer answers than a published one of its name, question or parts does. */
function stricterIndicators(published: SettledDefinition, draft: SettledDefinition): Indicator[] {
  const minimumOf = (of: SettledDefinition) => {
    const questions = new Map(of.questions.map(({ id, minimumN }) => [id, minimumN]))
    return (one: Indicator) =>
      one.minimumN ??
      ('question' in one && one.question !== undefined ? questions.get(one.question) : undefined) ??
      of.settings.minimumN
  }
  const [before, now] = [minimumOf(published), minimumOf(draft)]
  const known = new Map(published.indicators.map((one) => [one.id, one]))
  const drafted = new Map(draft.indicators.map((one) => [one.id, one]))
  const questions = new Map(published.questions.map((one) => [one.id, one.minimumN ?? published.settings.minimumN]))
  const leastOf = (one: Indicator, above: readonly string[] = []): number => {
    const own = known.get(one.id)
    const question = 'question' in one && one.question !== undefined ? questions.get(one.question) : undefined
    const parts = partsOf(one).flatMap((id) => {
      const part = drafted.get(id)
      return part && !above.includes(id) ? [leastOf(part, [...above, one.id])] : []
    })
    return Math.max(own ? before(own) : (question ?? draft.settings.minimumN), ...parts)
  }
  return draft.indicators.map((one): Indicator => {
    const least = leastOf(one)
    return now(one) < least ? { ...one, minimumN: least } : one
  })
}

/** Published views by the titles of the draft. Whoever sees only a part of one would see more without it. */
function draftTitles(views: readonly View[], drafts: readonly View[]): View[] {
  return views.map((view) => {
    const draft = drafts.find(({ extName }) => extName === view.extName)
    if (!draft) return view
    const named = { title: draft.title, root: { ...view.root, title: draft.root.title } }
    if ('levels' in view) {
      const titles = 'levels' in draft ? new Map(draft.levels.map((level) => [level.question, level.title])) : new Map()
      return {
        ...view,
        ...named,
        levels: view.levels.map((level) => ({ ...level, title: titles.get(level.question) ?? level.title })),
      }
    }
    return { ...view, ...named, ...('levels' in draft ? {} : { levelTitles: draft.levelTitles }) }
  })
}

const drafted = { en: 'Draft', fi: 'Luonnos', sv: 'Utkast', de: 'Entwurf' }

/** A view with the plans of its draft, and its drafted places as one more where they stand otherwise. */
function withPlaces(view: View, drafts: readonly View[]): View {
  const draft = drafts.find(({ extName }) => extName === view.extName)
  if (!('nodes' in view) || !draft || !('nodes' in draft) || draft.key !== view.key) return view
  const places: PlacePlan[] = isDeepStrictEqual(view.nodes, draft.nodes)
    ? []
    : [{ id: draftedPlaces, title: drafted, nodes: draft.nodes }]
  return { ...view, plans: [...places, ...(draft.plans ?? [])] }
}
