import type { Viewer } from '@kaiku/core/access.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { CommentTopics } from '@kaiku/core/topic.ts'
import { type Bind, binder } from '../db/bind.ts'
import { inUniverse } from '../db/postgres.ts'
import { json, nullable, numbers, query, type Shape, text as textColumn } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { isPersonal } from '../figure/personal.ts'
import { scopeOf, withinBoth } from '../selection/scope.ts'
import { reaches, scopeCondition } from '../selection/scope-condition.ts'
import type { SheetCell } from '../table-file/sheet-cell.ts'
import type { Righted } from './stored-topics.ts'
import { storedTopics } from './stored-topics.ts'
import { commentsIn, heardAndRight } from './topic-correction.ts'

const rowColumns = {
  number: textColumn,
  id: textColumn,
  day: nullable(textColumn),
  leaves: numbers,
  answers: answersColumn,
  topics: json(storedTopics),
} satisfies Shape

type Row = {
  readonly number: string
  readonly id: string
  readonly day: string | null
  readonly leaves: readonly number[]
  readonly answers: Answers
  readonly topics: Readonly<Record<string, Righted>>
}
type Lines = AsyncGenerator<readonly (readonly SheetCell[])[]>

const atOnce = 1_000

/** As in the files of labelled comments: `staff+ price-`. */
const labels = ({ topics, praise, complaint }: CommentTopics): string =>
  topics
    .filter((id) => id !== 'other')
    .map((id) => `${id}${praise.includes(id) ? '+' : ''}${complaint.includes(id) ? '-' : ''}`)
    .join(' ')

/**
 * Comments whose topics people put right: as they are found today, and as they should be. Null: the operator's own. Throws
 * Fault `forbidden` in a protected survey.
 */
export function topicCorrectionLines(stores: Stores, who: Viewer | null, dictionary: Dictionary): Lines {
  const { universe, survey, definition } = dictionary
  if (definition.settings.protection) throw refuse('forbidden', 'protected.interviews')
  const within = (bind: Bind) => {
    if (who === null) return 'true'
    const read = withinBoth(scopeOf(who, dictionary, 'seeInterviews'), scopeOf(who, dictionary, 'seeComments'))
    return scopeCondition(withinBoth(read, scopeOf(who, dictionary, 'export')), bind, 'i.leaves')
  }
  // What may not be taken along is refused before anything is sent.
  within(binder().bind)
  const mayRead = ({ leaves }: Row, isOfPerson: boolean) =>
    !isOfPerson || who === null || reaches(who, dictionary, 'seeContacts', leaves)
  return written()

  async function* written(): Lines {
    yield [['interview', 'day', 'question', 'sentiment', 'heard', 'corrected', 'comment']]
    for (let after = '0'; ; ) {
      const rows = await page(after)
      yield rows.flatMap((row) =>
        commentsIn(dictionary, row.answers).flatMap(({ question, text }) => {
          const righted = row.topics[question.id]
          if (!righted || !mayRead(row, isPersonal(question))) return []
          const { commentTopics: heard, right } = heardAndRight(dictionary, text, righted)
          return [[row.id, row.day, question.id, heard.sentiment, labels(heard), labels(right), text]]
        }),
      )
      after = rows.at(-1)?.number ?? after
      if (rows.length < atOnce) return
    }
  }

  function page(after: string): Promise<Row[]> {
    return inUniverse(stores.pool, universe, async (client) => {
      const { values, bind } = binder()
      const { rows } = await query(
        client,
        rowColumns,
        `select i.number::text, i.id, i.day::text, i.leaves, i.answers, i.topics from interview i
         where i.universe = ${bind(universe)} and i.survey = ${bind(survey)} and i.topics is not null and i.excluded_at is null
           and i.number > ${bind(after)} and ${within(bind)}
         order by i.number limit ${atOnce}`,
        values,
      )
      return rows
    })
  }
}
