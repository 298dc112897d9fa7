import type { Definition } from '@kaiku/contract/definition.ts'
import type { Component } from '@kaiku/contract/page.ts'
import type { Question, QuestionType } from '@kaiku/contract/question.ts'
import { markIds, markQuestions } from '../dictionary/mark-question.ts'
import type { JsonPlace } from '../fault/json-text.ts'
import { allQuestions, commentQuestions } from '../topic/heard-question.ts'
import { checkToken } from './filter-check.ts'
import { type Against, byId, checkKnown, checkUnique } from './question-check.ts'

const file = 'pages.json'
const questionTypes: readonly QuestionType[] = ['scale', 'number', 'choice', 'multiple', 'text', 'date']
const grouping: readonly QuestionType[] = ['scale', 'number', 'choice', 'multiple']

/** The questions a component asks for, each with its place and the types that serve. */
function asked(component: Component): { id: string; place: JsonPlace; types: readonly QuestionType[] }[] {
  switch (component.type) {
    case 'Distribution':
      return [
        { id: component.question, place: ['question'], types: grouping },
        ...(component.split === undefined ? [] : [{ id: component.split, place: ['split'], types: grouping }]),
      ]
    case 'Comments':
      return component.question === undefined ? [] : [{ id: component.question, place: ['question'], types: ['text'] }]
    case 'RankingTableComponent':
      return typeof component.of === 'object' && 'question' in component.of
        ? [{ id: component.of.question, place: ['of', 'question'], types: grouping }]
        : []
    case 'HeatMap':
      return [
        ...(component.questions ?? []).map((id, at) => ({
          id,
          place: ['questions', at],
          types: ['scale'] satisfies QuestionType[],
        })),
        ...(typeof component.of === 'object' && 'question' in component.of
          ? [{ id: component.of.question, place: ['of', 'question'], types: grouping }]
          : []),
      ]
    case 'ChangeDecomposition':
      return component.segment === undefined
        ? []
        : [{ id: component.segment, place: ['segment'], types: ['choice', 'scale', 'number'] }]
    case 'KeyDrivers':
      return (component.drivers ?? []).map((id, at) => ({ id, place: ['drivers', at], types: ['scale', 'number'] }))
    case 'InterviewList':
      return (component.columns ?? []).map((id, at) => ({ id, place: ['columns', at], types: questionTypes }))
    case 'Crosstab':
      return (['rows', 'columns'] as const).flatMap((side) => {
        const variable = component[side]
        return typeof variable === 'object' && 'question' in variable
          ? [{ id: variable.question, place: [side, 'question'], types: grouping }]
          : []
      })
    default:
      return []
  }
}

export function checkPages(definition: Definition, against: Against): void {
  const { pages, indicators } = definition
  const known: ReadonlyMap<string, Question> = byId(allQuestions(definition))
  const marks = new Set([...markQuestions(definition).map(({ id }) => id), markIds.note])
  const comments = new Set(commentQuestions(definition).map(({ id }) => id))
  const measures = new Set(indicators.map(({ id }) => id))
  checkUnique(
    against,
    file,
    pages.map(({ extname }, i) => ({ id: extname, place: ['pages', i, 'extname'] })),
  )
  pages.forEach(({ components }, i) => {
    components.forEach((component, at) => {
      const place: JsonPlace = ['pages', i, 'components', at]
      if (component.filter !== undefined) checkToken(definition, component.filter, file, [...place, 'filter'], against)
      if ('indicators' in component)
        component.indicators?.forEach((id, nth) => {
          checkKnown(against, file, [...place, 'indicators', nth], 'an indicator', id, measures)
        })
      if (component.type === 'KeyDrivers' && component.outcome !== undefined)
        checkKnown(against, file, [...place, 'outcome'], 'an indicator', component.outcome, measures)
      if ('indicator' in component && component.indicator !== undefined)
        checkKnown(against, file, [...place, 'indicator'], 'an indicator', component.indicator, measures)
      if (component.type === 'Topics' && component.question !== undefined)
        checkKnown(
          against,
          file,
          [...place, 'question'],
          'a question with the role "comment"',
          component.question,
          comments,
        )
      if (component.type === 'GeographyTiles') checkTiles(component.tiles, place, against)
      for (const { id, place: inside, types } of asked(component)) {
        if (component.type === 'InterviewList' && marks.has(id)) continue
        if (!checkKnown(against, file, [...place, ...inside], 'a question', id, known)) continue
        const type = known.get(id)?.type
        if (type && !types.includes(type))
          against(file, [...place, ...inside], `a question of type ${types.join(', ')}`, `"${id}" of type ${type}`)
      }
    })
  })
}

type Tiles = Extract<Component, { type: 'GeographyTiles' }>['tiles']

/** No two tiles on one spot, and none of a place twice. */
function checkTiles(tiles: Tiles, place: JsonPlace, against: Against): void {
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
