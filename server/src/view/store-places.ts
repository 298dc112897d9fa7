import type { Definition } from '@kaiku/contract/definition.ts'
import type { View } from '@kaiku/contract/view.ts'
import type pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'

type SurveyKey = Pick<Dictionary, 'universe' | 'survey'>

/** What decides where an interview belongs; nodes may come and go without moving any. */
const placement = (view: View, { questions }: Definition) => {
  const ids = 'levels' in view ? view.levels.map(({ question }) => question) : [view.key]
  const levels = ids.map((id) => questions.find((question) => question.id === id))
  return JSON.stringify(['nodes' in view, levels.map((question) => [question?.id, question?.type, question?.missing])])
}

/** Which further answers mean which place. */
const codesOf = (view: View) =>
  JSON.stringify(
    'nodes' in view ? view.nodes.flatMap(({ id, codes = [] }) => codes.map((code) => `${code}\t${id}`)).sort() : [],
  )

/** Brings the nodes up to date. Tells the views whose interviews have to be placed anew. */
export async function storePlaces(
  client: pg.PoolClient,
  survey: SurveyKey,
  old: Definition | null,
  next: Definition,
): Promise<string[]> {
  const before = new Map(old?.views.map((view) => [view.extName, view]))
  const moved: string[] = []
  for (const view of next.views) {
    const was = before.get(view.extName)
    const isMoved = old !== null && (!was || placement(was, old) !== placement(view, next))
    if (isMoved || (was && codesOf(was) !== codesOf(view))) moved.push(view.extName)
    // Places of another making would mix with the new ones; interviews find theirs when they are placed anew.
    if (isMoved)
      await client.query('delete from node where universe = $1 and survey = $2 and view = $3', [
        survey.universe,
        survey.survey,
        view.extName,
      ])
    if ('nodes' in view) await storeNodes(client, survey, view)
    else await renameNodes(client, survey, view, next)
  }
  return moved
}

type Tabled = Extract<View, { nodes: unknown }>

/** A node keeps its number wherever it moves; one that is gone from the file is retired today and keeps its interviews. */
async function storeNodes(
  client: pg.PoolClient,
  { universe, survey }: SurveyKey,
  { extName, nodes }: Tabled,
): Promise<void> {
  const own = [universe, survey, extName]
  await client.query(
    `insert into node (universe, survey, view, id, name)
     select $1, $2, $3, id, '""' from unnest($4::text[]) as given (id)
     where not exists (select from node n where n.universe = $1 and n.survey = $2 and n.view = $3 and n.id = given.id)`,
    [...own, nodes.map(({ id }) => id)],
  )
  await client.query(
    `update node n set parent = above.number, name = given.name, position = given."order",
       valid_from = given."validFrom", valid_to = given."validTo"
     from jsonb_to_recordset($4::jsonb) as given
       (id text, parent text, name jsonb, "order" float8, "validFrom" date, "validTo" date)
     left join node above on above.universe = $1 and above.survey = $2 and above.view = $3 and above.id = given.parent
     where n.universe = $1 and n.survey = $2 and n.view = $3 and n.id = given.id
       and (n.parent, n.name, n.position, n.valid_from, n.valid_to)
         is distinct from (above.number, given.name, given."order", given."validFrom", given."validTo")`,
    [...own, JSON.stringify(nodes)],
  )
  await client.query(
    `update node set valid_to = current_date where universe = $1 and survey = $2 and view = $3
       and valid_to is null and id <> all($4::text[])`,
    [...own, nodes.map(({ id }) => id)],
  )
}

type Levelled = Extract<View, { levels: unknown }>

/** Places that answers made are called what the answers are called now; a code without a title by itself. */
async function renameNodes(
  client: pg.PoolClient,
  { universe, survey }: SurveyKey,
  { extName, levels }: Levelled,
  { questions }: Definition,
): Promise<void> {
  const titles = levels.flatMap(({ question: id }, i) => {
    const question = questions.find((one) => one.id === id)
    const listed = question && ('options' in question ? question.options : 'labels' in question ? question.labels : [])
    return (listed ?? []).map(({ code, title }) => ({ depth: i + 1, id: String(code), title }))
  })
  await client.query(
    `with recursive tree as (
       select number, id, 1 as depth from node where universe = $1 and survey = $2 and view = $3 and parent is null
       union all
       select n.number, n.id, tree.depth + 1 from node n join tree on n.parent = tree.number
       where n.universe = $1 and n.survey = $2 and n.view = $3),
     named as (
       select tree.number, coalesce(given.title, to_jsonb(tree.id)) as name
       from tree left join jsonb_to_recordset($4::jsonb) as given (depth int, id text, title jsonb)
         on given.depth = tree.depth and given.id = tree.id)
     update node n set name = named.name from named
     where n.universe = $1 and n.survey = $2 and n.view = $3 and n.number = named.number and n.name <> named.name`,
    [universe, survey, extName, JSON.stringify(titles)],
  )
}
