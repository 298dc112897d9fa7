import type { Question } from '@kaiku/contract/question.ts'
import type { View } from '@kaiku/contract/view.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import type pg from 'pg'
import { nullable, number as numberColumn, query, text } from '../db/rows.ts'
import type { Answers, Dictionary, StoredView } from '../dictionary/dictionary.ts'
import { rootNumber, type Tree } from '../dictionary/tree.ts'

/** Why an interview has no place in a view: the answer names a node that its table does not hold. */
export type Unplaced = { readonly question: string; readonly value: string; readonly reason: string }

/** Finds the places of interviews. Nodes of views made from columns are created when they are first met. */
export type Placer = {
  /** Null when every view has a place for these answers, known or to be created. */
  readonly refusal: (answers: Answers) => Unplaced | null
  /**
   * Node numbers of each interview, in the order of `view_column.number`; 0: at the root only. New nodes are made in the
   * client's transaction, which must hold the survey, and are remembered as met by `origin`, an import.
   */
  readonly leaves: (client: pg.PoolClient, batch: readonly Answers[], origin?: string) => Promise<number[][]>
  /** The same without a client; null where a node has to be made first. */
  readonly knownLeaves: (batch: readonly Answers[]) => number[][] | null
}

/** Why an answer that names no place of a table is refused. */
export const noNodeOf = (view: string): string => `no node of view ${view}`

const longestId = 200

export function placer(dictionary: Dictionary): Placer {
  const views = [...dictionary.views.values()].map((stored) => walkerOf(dictionary, stored))
  const width = Math.max(0, ...views.map(({ stored }) => stored.number))
  return {
    refusal(answers) {
      for (const { refusal } of views) {
        const found = refusal(answers)
        if (found) return found
      }
      return null
    },
    knownLeaves(batch) {
      const leaves: number[][] = []
      for (const answers of batch) {
        const own = Array<number>(width).fill(rootNumber)
        for (const { stored, walk } of views) {
          const found = walk(answers)
          if (typeof found !== 'number') return null
          own[stored.number - 1] = found
        }
        leaves.push(own)
      }
      return leaves
    },
    async leaves(client, batch, origin) {
      const leaves = batch.map(() => Array<number>(width).fill(rootNumber))
      for (const { stored, walk, learn } of views) {
        let open = batch.map((answers, index) => ({ answers, index }))
        // Each round knows one more level, so it ends with the deepest path.
        while (open.length > 0) {
          const unknown = new Map<string, NewNode>()
          open = open.filter(({ answers, index }) => {
            const found = walk(answers)
            if (typeof found === 'number') {
              const own = leaves[index]
              if (own) own[stored.number - 1] = found
              return false
            }
            unknown.set(`${found.parent}\t${found.id}`, found)
            return true
          })
          if (unknown.size > 0) await learn(client, [...unknown.values()], origin)
        }
      }
      return leaves
    },
  }
}

type NewNode = { readonly parent: number; readonly id: string; readonly name: Localised }
type Walker = {
  readonly stored: StoredView
  readonly refusal: (answers: Answers) => Unplaced | null
  /** The node's number, or the first node of the path that is not there yet. */
  readonly walk: (answers: Answers) => number | NewNode
  readonly learn: (client: pg.PoolClient, nodes: readonly NewNode[], origin: string | undefined) => Promise<void>
}

function walkerOf(dictionary: Dictionary, stored: StoredView): Walker {
  const questions = 'levels' in stored.view ? stored.view.levels.map(({ question }) => question) : [stored.view.key]
  const levels = questions.flatMap((id) => dictionary.questions.get(id)?.question ?? [])
  return 'levels' in stored.view ? columnWalker(dictionary, stored, levels) : tableWalker(stored, levels[0])
}

const known = new WeakMap<Tree, ReadonlyMap<string, number>>()

/** By id and by further codes, made once per tree: a single answer needs one look-up in it. */
function numbersByAnswer({ tree, view }: StoredView): ReadonlyMap<string, number> {
  const numbers = known.get(tree) ?? answersOf(tree, view)
  known.set(tree, numbers)
  return numbers
}

function answersOf(tree: Tree, view: View): ReadonlyMap<string, number> {
  const numbers = new Map([...tree.nodes.values()].map((node) => [node.id, node.number]))
  if (!('nodes' in view)) return numbers
  // A code may be the id of a place that is gone from the table.
  for (const { id, codes = [] } of view.nodes) {
    const number = numbers.get(id)
    if (number !== undefined) for (const code of codes) numbers.set(code, number)
  }
  return numbers
}

function tableWalker(stored: StoredView, key: Question | undefined): Walker {
  const numbers = numbersByAnswer(stored)
  const idIn = key ? idOf(key) : () => null
  return {
    stored,
    learn: async () => {},
    walk(answers) {
      const id = idIn(answers)
      return id === null ? rootNumber : (numbers.get(id) ?? rootNumber)
    },
    refusal(answers) {
      const id = idIn(answers)
      if (id === null || numbers.has(id)) return null
      return { question: key?.id ?? '', value: id, reason: noNodeOf(stored.view.extName) }
    },
  }
}

function columnWalker({ universe, survey }: Dictionary, stored: StoredView, questions: readonly Question[]): Walker {
  const below = new Map<number, Map<string, number>>()
  const remember = (parent: number, id: string, number: number) => {
    const siblings = below.get(parent)
    if (siblings) siblings.set(id, number)
    else below.set(parent, new Map([[id, number]]))
  }
  for (const node of stored.tree.nodes.values()) remember(node.parent ?? rootNumber, node.id, node.number)
  const levels = questions.map((question) => ({ question, id: idOf(question), name: nameOf(question) }))
  return {
    stored,
    refusal(answers) {
      for (const { question, id } of levels) {
        const value = id(answers)
        if (value === null) return null
        if (value.length > longestId)
          return { question: question.id, value, reason: `longer than ${longestId} characters, too long for a place` }
      }
      return null
    },
    walk(answers) {
      let at = rootNumber
      for (const { id, name } of levels) {
        const value = id(answers)
        if (value === null) return at
        const next = below.get(at)?.get(value)
        if (next === undefined) return { parent: at, id: value, name: name(value) }
        at = next
      }
      return at
    },
    async learn(client, nodes, origin) {
      const columns = [nodes.map(({ parent }) => parent || null), nodes.map(({ id }) => id)]
      const own = [universe, survey, stored.view.extName]
      // Others may have met the same places since the tree was read.
      await client.query(
        `insert into node (universe, survey, view, parent, id, name, import)
         select $1, $2, $3, n.parent, n.id, n.name, $7 from unnest($4::int[], $5::text[], $6::jsonb[]) as n(parent, id, name)
         on conflict do nothing`,
        [...own, ...columns, nodes.map(({ name }) => JSON.stringify(name)), origin ?? null],
      )
      const found = await query(
        client,
        { parent: nullable(numberColumn), id: text, number: numberColumn },
        `with wanted as (select * from unnest($4::int[], $5::text[]) as w(parent, id)),
           here as (select parent, id, number from node where universe = $1 and survey = $2 and view = $3)
         select parent, id, number from here join wanted using (parent, id)
         union all
         select here.parent, id, number from here join wanted using (id)
         where here.parent is null and wanted.parent is null`,
        [...own, ...columns],
      )
      if (found.rows.length < nodes.length) throw new Error(`view ${stored.view.extName} lost a node`)
      for (const { parent, id, number } of found.rows) remember(parent ?? rootNumber, id, number)
    },
  }
}

/** The path segment an answer stands for; null for no answer and for missing codes. */
function idOf(question: Question): (answers: Answers) => string | null {
  const scale = question.type === 'number' ? 10 ** question.decimals : 1
  const missing = new Set(question.missing.map(String))
  return (answers) => {
    const answer = answers[question.id]
    if (typeof answer !== 'string' && typeof answer !== 'number') return null
    const id = typeof answer === 'number' ? String(answer / scale) : answer
    return id === '' || missing.has(id) ? null : id
  }
}

function nameOf(question: Question): (id: string) => Localised {
  const titles = new Map<string, Localised>()
  if ('options' in question) for (const { code, title } of question.options) titles.set(code, title as Localised)
  if ('labels' in question) for (const { code, title } of question.labels) titles.set(String(code), title as Localised)
  return (id) => titles.get(id) ?? id
}
