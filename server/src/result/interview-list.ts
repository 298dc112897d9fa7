import type { Component } from '@kaiku/contract/page.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { fold } from '@kaiku/core/text.ts'
import { type StoredQuestion, undated } from '../survey/dictionary.ts'
import type { Asked } from './asked.ts'
import { olderThan, placeNames, scoreColumn, scoreOf, scoresShown, storedInterviews } from './interview-rows.ts'
import { isPersonal, narrowedByPersonal } from './personal.ts'
import { namesHidden, shownNames } from './reach.ts'
import { scopeOf, scopePredicate } from './scope.ts'
import { shownAnswer } from './shown-answer.ts'
import { and, literal, or } from './sql.ts'
import { conditions, rowStatement, sumStatement } from './statement.ts'

type List = AnswerOf<'InterviewList'>
type Wanted = Extract<Component, { type: 'InterviewList' }>

/** The interviews behind a selection, newest first. A protected survey shows none where there are few. */
export async function interviewList(asked: Asked, component: Wanted): Promise<List> {
  const { stores, scan, dictionary, say, who } = asked
  const columns = columnsOf(asked, component.columns)
  const texts = component.search === undefined ? [] : columns.filter(({ question }) => question.type === 'text')
  // Who may open interviews here is another right than who may see scores here.
  const selection = narrowedByPersonal(
    who,
    { ...scan.selection, scope: scopeOf(who, dictionary, 'seeInterviews') },
    ...columns.map(({ question }) => question),
  )
  const source = { dictionary, conditions: conditions(selection, null) }
  const found =
    component.search === undefined
      ? '1'
      : or(texts.map(({ number }) => `position(t${number}, ${literal(fold(component.search ?? ''))}) > 0`))
  const options = { lane: 'user', tenant: dictionary.universe, timeout: 60 } as const
  const counted = await stores.clickhouse.read(sumStatement(source, [], ['count()', `countIf(${found})`]), {}, options)
  const [n = 0, total = 0] = (counted[0] ?? []).map(Number)
  const scores = scoresShown(asked)
  const shown = {
    type: 'InterviewList',
    columns: columns.map(({ question }) => ({ id: question.id, title: say(question.title), type: question.type })),
    indicators: scores.map(({ id }) => id),
  } as const
  if (asked.isProtected && n < dictionary.definition.settings.minimumNComments)
    return { ...shown, total: null, hidden: true, rows: [], next: null }

  const visible = scopePredicate(dictionary, scan.selection.scope)
  const rows = await stores.clickhouse.read(
    rowStatement(
      source,
      ['id', 'toString(day)', selection.view.column, ...scores.map(({ score }) => scoreColumn(score, visible))],
      {
        where: and([found, ...(component.after === undefined ? [] : [olderThan(component.after)])]),
        limit: component.limit + 1,
      },
    ),
    {},
    options,
  )
  const page = rows.slice(0, component.limit)
  const hiddenNames = namesHidden(who, dictionary, selection.scope, selection.view.view.extName)
  const stored = await storedInterviews(
    asked,
    page.map(([id]) => String(id)),
  )
  const last = page.at(-1)
  return {
    ...shown,
    total,
    hidden: false,
    next: rows.length > component.limit && last ? `${String(last[1])}_${String(last[0])}` : null,
    rows: page.flatMap(([id, on, leaf, ...points]) => {
      const interview = stored.get(String(id))
      // Erased between the two questions.
      if (!interview) return []
      return [
        {
          interviewId: interview.id,
          day: on === undated ? null : String(on),
          place: shownNames(placeNames(asked, Number(leaf)), hiddenNames),
          scores: scores.flatMap(({ id: indicator, score }, at) => scoreOf(indicator, score, points[at])),
          answers: columns.map(({ question }) => shownAnswer(question, interview.answers[question.id], say)),
        },
      ]
    }),
  }
}

const mostUsual = 4

/** The questions of these names; absent: the comment, and the first scales that are not hidden. */
function columnsOf({ dictionary }: Asked, ids: readonly string[] | undefined): StoredQuestion[] {
  const { questions } = dictionary
  if (ids)
    return [...new Set(ids)].map((id) => {
      const kept = questions.get(id)
      if (!kept) throw new Fault('invalid', `There is no question "${id}".`)
      return kept
    })
  const usual = [...questions.values()].filter(({ question }) => !question.hidden && !isPersonal(question))
  const comment = usual.find(({ question }) => question.roles.includes('comment'))
  const scales = usual.filter(({ question }) => question.type === 'scale').slice(0, mostUsual)
  return [...(comment ? [comment] : []), ...scales]
}
