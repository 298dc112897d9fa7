import { type Component, component } from '@kaiku/contract/page.ts'
import type { Answer } from '@kaiku/contract/result.ts'
import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useScope } from '../drill-path/at.tsx'
import { figuresQuery } from '../figure/figure.queries.ts'
import type { WrittenComponent } from '../page-form/page-edit.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { useSettled } from './use-settled.ts'

/** A component as it would be shown; null while what is written is not one. */
export type Preview = {
  readonly asked: Component | null
  readonly answer: Answer | undefined
  readonly error: Error | null
  readonly indicators: ReadonlyMap<string, ShownIndicator>
  readonly retry: () => void
}

/** Place, title and look change no figure, so they are no part of what is asked. */
function askedFor(written: WrittenComponent): Component | null {
  const { width: _, title: __, look: ___, ...rest } = written
  const read = component.safeParse(rest)
  return read.success ? read.data : null
}

/** Real figures for each component of the page being edited: what is not touched is not asked again. */
export function usePreviews(components: readonly WrittenComponent[]): readonly Preview[] {
  const scope = useScope()
  const { survey } = useSurvey()
  const settled = useSettled(components)
  const shown = settled.length === components.length ? settled : components
  const queries = useQueries({
    queries: shown.map((written) => {
      const asked = askedFor(written)
      return {
        ...figuresQuery(asked === null ? [] : [asked], scope),
        enabled: asked !== null,
        placeholderData: keepPreviousData,
      }
    }),
  })
  return components.map((written, at): Preview => {
    const query = queries[at]
    const read = component.safeParse(written)
    return {
      asked: read.success ? read.data : null,
      answer: query?.data?.answers[0],
      error: query?.data ? null : (query?.error ?? null),
      indicators: new Map((query?.data?.indicators ?? survey.indicators).map((one) => [one.id, one])),
      retry: () => void query?.refetch(),
    }
  })
}
