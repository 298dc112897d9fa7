import type { ComponentOf, ComponentType } from '@kaiku/contract/page.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import type { ShownIndicator } from '@kaiku/contract/value-text.ts'

/** What every page component is given: what was asked for, what the server answered, and how indicators are shown. */
export type ComponentProps<T extends ComponentType> = {
  asked: ComponentOf<T>
  answer: AnswerOf<T>
  indicators: ReadonlyMap<string, ShownIndicator>
  title: string | undefined
}
