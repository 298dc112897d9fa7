import type { Definition } from '@kaiku/contract/definition.ts'
import type { QuestionType } from '@kaiku/contract/question.ts'
import type { View } from '@kaiku/contract/view.ts'
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
      checkNodes(view.nodes, ['views', i, 'nodes'], against)
    }
  })
}

type Nodes = Extract<View, { nodes: unknown }>['nodes']

function checkNodes(nodes: Nodes, place: JsonPlace, against: Against): void {
  const parents = new Map(nodes.map(({ id, parent }) => [id, parent]))
  checkUnique(
    against,
    file,
    nodes.map(({ id }, i) => ({ id, place: [...place, i, 'id'] })),
  )
  // Nodes already seen to lead up to the root, so that a deep tree is walked once.
  const rooted = new Set<string>()
  nodes.forEach(({ id, parent, validFrom, validTo }, i) => {
    if (parent !== undefined && !parents.has(parent))
      against(file, [...place, i, 'parent'], 'the id of a node', `"${parent}"`)
    else if (isCircle(id, parents, rooted))
      against(file, [...place, i, 'parent'], 'a parent that is not below the node', `"${parent}"`)
    if (validFrom && validTo && validFrom > validTo)
      against(file, [...place, i, 'validTo'], `${validFrom} or later`, validTo)
  })
}

/** True when the node is its own ancestor. */
function isCircle(id: string, parents: ReadonlyMap<string, string | undefined>, rooted: Set<string>): boolean {
  const walked = new Set<string>()
  let at: string | undefined = id
  while (at !== undefined && !rooted.has(at)) {
    if (walked.has(at)) return at === id
    walked.add(at)
    at = parents.get(at)
  }
  for (const step of walked) rooted.add(step)
  return false
}
