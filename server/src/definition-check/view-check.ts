import type { Definition } from '@kaiku/contract/definition.ts'
import type { QuestionType } from '@kaiku/contract/question.ts'
import type { ConfigNode, View } from '@kaiku/contract/view.ts'
import { changeDays, standingOn } from '../dictionary/place-history.ts'
import type { JsonPlace } from '../fault/json-text.ts'
import { type Against, byId, checkKnown, checkUnique } from './question-check.ts'

const file = 'views.json'
const placing: readonly QuestionType[] = ['choice', 'text', 'scale', 'number']

export function checkViews({ views, questions }: Definition, against: Against): void {
  const known = byId(questions)
  checkUnique(
    against,
    file,
    views.map(({ extName }, i) => ({ id: extName, place: ['views', i, 'extName'] })),
  )
  const checkQuestion = (place: JsonPlace, id: string) => {
    if (!checkKnown(against, file, place, 'a question', id, known)) return
    const type = known.get(id)?.type
    if (known.get(id)?.computed)
      against(file, place, 'a question that people answer', `"${id}", which a script computes`)
    if (type && !placing.includes(type))
      against(file, place, `a question of type ${placing.join(', ')}`, `"${id}" of type ${type}`)
  }
  views.forEach((view, i) => {
    if ('levels' in view) {
      for (const [at, { question }] of view.levels.entries())
        checkQuestion(['views', i, 'levels', at, 'question'], question)
      checkUnique(
        against,
        file,
        view.levels.map(({ question }, at) => ({ id: question, place: ['views', i, 'levels', at, 'question'] })),
      )
    } else {
      checkQuestion(['views', i, 'key'], view.key)
      checkPlaces(view, ['views', i], against)
    }
  })
}

type Places = Extract<View, { nodes: unknown }>
type Nodes = readonly ConfigNode[]

/** Each of them is another part in every figure by the places as they were. */
const mostDays = 200

/** The table of a view's places: now, on each day on which it was another, and as it is planned. */
function checkPlaces({ nodes, plans = [] }: Places, place: JsonPlace, against: Against): void {
  checkNodes(nodes, [...place, 'nodes'], against)
  checkCodes(nodes, [...place, 'nodes'], against)
  checkHistory(nodes, [...place, 'nodes'], against)
  checkUnique(
    against,
    file,
    plans.map(({ id }, i) => ({ id, place: [...place, 'plans', i, 'id'] })),
  )
  for (const [i, plan] of plans.entries()) checkNodes(plan.nodes, [...place, 'plans', i, 'nodes'], against)
}

/** Ids, parents and what became part of what, as they stand. */
function checkNodes(nodes: Nodes, place: JsonPlace, against: Against): void {
  checkUnique(
    against,
    file,
    nodes.map(({ id }, i) => ({ id, place: [...place, i, 'id'] })),
  )
  const known = new Map(nodes.map((node) => [node.id, node]))
  const isInCircle = circles((id) => known.get(id)?.mergedInto ?? known.get(id)?.parent)
  nodes.forEach(({ id, parent, mergedInto, validFrom, validTo }, i) => {
    const isUnknown = parent !== undefined && !known.has(parent)
    const isLost = mergedInto !== undefined && !known.has(mergedInto)
    if (isUnknown) against(file, [...place, i, 'parent'], 'the id of a node', `"${parent}"`)
    if (isLost) against(file, [...place, i, 'mergedInto'], 'the id of a node', `"${mergedInto}"`)
    if (!isUnknown && !isLost && isInCircle(id)) {
      if (mergedInto === undefined)
        against(file, [...place, i, 'parent'], 'a parent that is not below the node', `"${parent}"`)
      else
        against(
          file,
          [...place, i, 'mergedInto'],
          'a place that is not below this one, nor part of it',
          `"${mergedInto}"`,
        )
    }
    if (validFrom && validTo && validFrom > validTo)
      against(file, [...place, i, 'validTo'], `${validFrom} or later`, validTo)
  })
}

/** An answer means one place. */
function checkCodes(nodes: Nodes, place: JsonPlace, against: Against): void {
  const ids = new Set(nodes.map(({ id }) => id))
  const codes = nodes.flatMap(({ codes: own = [] }, i) =>
    own.map((code, at) => ({ code, at: [...place, i, 'codes', at] })),
  )
  for (const { code, at } of codes) if (ids.has(code)) against(file, at, 'a code that is no id of a node', `"${code}"`)
  checkUnique(
    against,
    file,
    codes.map(({ code, at }) => ({ id: code, place: at })),
  )
}

/** Where places stood before: days in order, parents that are there, and on no day a place below itself. */
function checkHistory(nodes: Nodes, place: JsonPlace, against: Against): void {
  const known = new Map(nodes.map((node) => [node.id, node]))
  nodes.forEach(({ moves = [] }, i) => {
    for (const [at, { until, parent }] of moves.entries()) {
      const before = moves[at - 1]?.until
      if (before !== undefined && until <= before)
        against(file, [...place, i, 'moves', at, 'until'], `a day after ${before}`, until)
      if (parent !== undefined && !known.has(parent))
        against(file, [...place, i, 'moves', at, 'parent'], 'the id of a node', `"${parent}"`)
    }
  })
  const days = changeDays(nodes)
  if (days.length > mostDays) {
    against(file, place, `at most ${mostDays} days on which places moved or became part of others`, String(days.length))
    return
  }
  const noted = new Set<number>()
  for (const day of days) {
    const isInCircle = circles((id) => {
      const node = known.get(id)
      return node && standingOn(node, day).above
    })
    nodes.forEach((node, i) => {
      const { above, by } = standingOn(node, day)
      if (by === 'today' || noted.has(i) || above === undefined || !known.has(above) || !isInCircle(node.id)) return
      noted.add(i)
      const at = [...place, i]
      if (by === 'merge')
        against(file, [...at, 'mergedInto'], 'a place that was never below this one', `"${above}", below it on ${day}`)
      else
        against(
          file,
          [...at, 'moves', by, 'parent'],
          'a parent that was not below the node then',
          `"${above}" until ${node.moves?.[by]?.until}`,
        )
    })
  }
}

/** Tells what leads to itself; what was seen to end is walked once. */
function circles(next: (id: string) => string | undefined): (id: string) => boolean {
  const ended = new Set<string>()
  return (id) => {
    const walked = new Set<string>()
    for (let at: string | undefined = id; at !== undefined && !ended.has(at); at = next(at)) {
      if (walked.has(at)) return at === id
      walked.add(at)
    }
    for (const step of walked) ended.add(step)
    return false
  }
}
