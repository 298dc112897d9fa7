import type { FigureProof } from '@kaiku/contract/figure-proof.ts'
import type { Indicator } from '@kaiku/contract/indicator.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { wordsOf } from '../component-table/figure-cells.ts'
import { type Bases, totalKey } from '../figure/bases.ts'
import { figureOf, type Measured } from '../figure/figures.ts'
import { maySeeQuestion } from '../figure/personal.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { filterLines } from '../figure-table/table-facts.ts'
import { boxesOf } from '../sums/score.ts'
import { isWeighted } from '../sums/sums.ts'
import { plain } from '../table-file/sheet-cell.ts'
import { titleOf } from './left-out.ts'

/** What an indicator means, in the survey's own words. `parts`: of a composite or pooled one, with their figures. */
export function definitionOf(
  asked: QueryContext,
  { indicator, minimum }: Measured,
  parts: readonly Measured[],
  total: Bases,
): FigureProof['definition'] {
  const { dictionary, translate, isProtected } = asked
  const question = 'question' in indicator && indicator.question ? shownQuestion(asked, indicator.question) : null
  const weight = isWeighted(dictionary, indicator) ? (dictionary.role('weight')?.question.id ?? null) : null
  const title = (id: string | null) => {
    const found = id === null ? null : shownQuestion(asked, id)
    return found && (translate(found.title) || found.id)
  }
  const called = (codes: readonly (string | number)[]) =>
    question === null ? [] : codes.map((code) => answerText(question, String(code), translate))
  const { counted, against } = setsOf(indicator, question)
  const weights = new Map(
    indicator.measure === 'composite' ? indicator.parts.map((one) => [one.indicator, one.weight]) : [],
  )
  return {
    question: title(question?.id ?? null),
    scale: question?.type === 'scale' ? { min: question.min, max: question.max, falling: question.falling } : null,
    counted: called(counted),
    against: called(against),
    parts: parts.map((part) => ({
      title: translate(part.indicator.title),
      weight: weights.get(part.indicator.id) ?? 1,
      figure: figureOf(total.base(totalKey, part, 'now'), part, isProtected),
    })),
    minimumParts: indicator.measure === 'composite' ? indicator.minimumParts : null,
    isOfAll: indicator.measure === 'count' && indicator.question === undefined,
    of: indicator.measure === 'rate' ? filtersIn(asked, indicator.of) : [],
    among: indicator.measure === 'rate' ? filtersIn(asked, indicator.among) : [],
    weight: title(weight),
    minimumN: minimum,
  }
}

function shownQuestion({ dictionary, who }: QueryContext, id: string): Question | null {
  const question = dictionary.questions.get(id)?.question
  return question && maySeeQuestion(who, question) ? question : null
}

/** An answer as it is read: of a scale with its number. */
function answerText(question: Question, code: string, translate: QueryContext['translate']): string {
  const title = titleOf(question, code, translate)
  return question.type === 'scale' && title !== code ? `${code} (${title})` : title
}

type Codes = readonly (string | number)[]

/** The answers that make a score. */
function setsOf(indicator: Indicator, question: Question | null): { readonly counted: Codes; readonly against: Codes } {
  switch (indicator.measure) {
    case 'nps':
      return { counted: indicator.promoters, against: indicator.detractors }
    case 'share':
      return { counted: indicator.set, against: [] }
    case 'topBox':
    case 'bottomBox':
      return {
        counted: question ? boxesOf({ question }, indicator.boxes, indicator.measure === 'topBox') : [],
        against: [],
      }
    default:
      return { counted: [], against: [] }
  }
}

const filtersIn = (asked: QueryContext, token: string): string[] =>
  filterLines(asked, `any,any;${token}`, wordsOf(asked.locale).say).map((cells) =>
    cells.map((cell) => String(plain(cell) ?? '')).join(': '),
  )
