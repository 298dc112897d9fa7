import type { ComponentOf, ComponentType } from '@kaiku/contract/page.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import type { Indicator } from '../indicator/indicator.ts'

/** What every page component is given: what was asked for, what the server answered, and how indicators are shown. */
export type ComponentProps<T extends ComponentType> = {
  asked: ComponentOf<T>
  answer: AnswerOf<T>
  indicators: ReadonlyMap<string, Indicator>
  title: string | undefined
}
