import { namesIn, type SaidName } from '@kaiku/contract/component-schema.ts'
import type { Definition } from '@kaiku/contract/definition.ts'
import type { ComponentOf } from '@kaiku/contract/page.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { attributeIds, attributeQuestions } from '../dictionary/interview-attribute.ts'
import type { JsonPlace } from '../fault/json-text.ts'
import { allQuestions, commentQuestions } from '../topic/comment-topic-question.ts'
import { checkToken } from './filter-check.ts'
import { type Against, byId, checkKnown, checkUnique } from './question-check.ts'

const file = 'pages.json'

export function checkPages(definition: Definition, against: Against): void {
  const { pages, indicators } = definition
  const known: Known = {
    questions: byId(allQuestions(definition)),
    attributes: new Set([...attributeQuestions(definition).map(({ id }) => id), attributeIds.note]),
    comments: new Set(commentQuestions(definition).map(({ id }) => id)),
    indicators: new Set(indicators.map(({ id }) => id)),
  }
  checkUnique(
    against,
    file,
    pages.map(({ extname }, i) => ({ id: extname, place: ['pages', i, 'extname'] })),
  )
  pages.forEach(({ components }, i) => {
    components.forEach((component, at) => {
      const place: JsonPlace = ['pages', i, 'components', at]
      if (component.filter !== undefined) checkToken(definition, component.filter, file, [...place, 'filter'], against)
      for (const said of namesIn(component)) checkName(said, place, known, against)
      if (component.type === 'GeographyTiles') checkTiles(component.tiles, place, against)
      if (component.type === 'GamificationOverviewConfig') checkLeague(component, place, against)
    })
  })
}

type Known = Readonly<Record<'indicators' | 'comments' | 'attributes', ReadonlySet<string>>> & {
  readonly questions: ReadonlyMap<string, Question>
}

function checkName(said: SaidName, component: JsonPlace, known: Known, against: Against): void {
  const place = [...component, ...said.place]
  if (said.names === 'indicator') {
    checkKnown(against, file, place, 'an indicator', said.name, known.indicators)
    return
  }
  if (said.role !== undefined) {
    checkKnown(against, file, place, `a question with the role "${said.role}"`, said.name, known.comments)
    return
  }
  if (said.attributes && known.attributes.has(said.name)) return
  if (!checkKnown(against, file, place, 'a question', said.name, known.questions)) return
  const type = known.questions.get(said.name)?.type
  if (type && !said.types.includes(type))
    against(file, place, `a question of type ${said.types.join(', ')}`, `"${said.name}" of type ${type}`)
}

/** No two tiles on one spot, and none of a place twice. */
function checkTiles(tiles: ComponentOf<'GeographyTiles'>['tiles'], place: JsonPlace, against: Against): void {
  const met = new Set<string>()
  tiles.forEach(({ place: name, column, row }, at) => {
    for (const [id, key, expected] of [
      [`${column} ${row}`, 'column', 'a spot of its own'],
      [name, 'place', 'each place once'],
    ] as const) {
      if (met.has(id)) against(file, [...place, 'tiles', at, key], expected, `"${id}" again`)
      met.add(id)
    }
  })
}

/** A region stands above its places, a league holds as many as it must, and something counts. */
function checkLeague(component: ComponentOf<'GamificationOverviewConfig'>, place: JsonPlace, against: Against): void {
  const { depth, region, leagueFrom, leagueUpTo, followUp, improvement, response } = component
  if (depth !== undefined && region !== undefined && region >= depth)
    against(file, [...place, 'region'], `a level above ${depth}`, String(region))
  if (leagueUpTo < leagueFrom) against(file, [...place, 'leagueUpTo'], `${leagueFrom} or more`, String(leagueUpTo))
  if (followUp + improvement + response === 0)
    against(file, [...place, 'improvement'], 'a discipline that counts for something', 'none')
}
