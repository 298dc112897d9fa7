import { describe, expect, it } from 'vitest'
import { namesIn } from './component-schema.ts'
import { component } from './page.ts'

const namesOf = (said: object) => namesIn(component.parse(said)).map(({ name, place }) => `${place.join('.')} ${name}`)

describe('the names in a component', () => {
  it('are found wherever the schema says that a name stands, and nowhere else', () => {
    expect(
      namesOf({ type: 'RankingTableComponent', title: 'nps', indicators: ['nps', 'ces'], of: 'children' }),
    ).toEqual(['indicators.0 nps', 'indicators.1 ces'])
    expect(namesOf({ type: 'HeatMap', questions: ['staff'], of: { question: 'age' } })).toEqual([
      'questions.0 staff',
      'of.question age',
    ])
    expect(namesOf({ type: 'Text', text: 'age' })).toEqual([])
  })

  it('say which of them make groups of what is told', () => {
    const groups = (said: object) =>
      namesIn(component.parse(said)).flatMap((one) => (one.names === 'question' && one.groups ? [one.name] : []))
    expect(groups({ type: 'Distribution', question: 'age', split: 'channel' })).toEqual(['channel'])
    expect(groups({ type: 'Crosstab', rows: { question: 'age' }, columns: { question: 'channel' } })).toEqual([
      'age',
      'channel',
    ])
    expect(groups({ type: 'ChangeDecomposition', indicator: 'nps', segment: 'age' })).toEqual(['age'])
    expect(groups({ type: 'KeyDrivers', drivers: ['age'] })).toEqual([])
  })
})
