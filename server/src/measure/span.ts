import { type Attributes, type Context, context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

/** Whether anybody follows what goes on; until then a span costs nothing. */
let isTracing = false
export const followSpans = (follows: boolean): void => {
  isTracing = follows
}

const tracer = () => trace.getTracer('kaiku')

/** An error is told by its name alone: its words may hold what somebody wrote. */
const ended = (span: ReturnType<ReturnType<typeof tracer>['startSpan']>, error: unknown) => {
  if (error) {
    const type = error instanceof Error ? error.name : 'error'
    span.setStatus({ code: SpanStatusCode.ERROR, message: type }).setAttribute('error.type', type)
  }
  span.end()
}

const nothing = () => {}

/** A span below the one that goes on; what is answered ends it. */
export function beginSpan(name: string, attributes: () => Attributes): (error: unknown) => void {
  // Statements of idle loops stand in no call and in no work: nobody looks for them.
  if (!isTracing || trace.getActiveSpan() === undefined) return nothing
  const span = tracer().startSpan(name, { kind: SpanKind.CLIENT, attributes: attributes() })
  return (error) => ended(span, error)
}

/** A span around a piece of work, with all that it does below it. */
export async function inSpan<T>(name: string, attributes: Attributes, run: () => Promise<T>): Promise<T> {
  if (!isTracing) return run()
  return tracer().startActiveSpan(name, { kind: SpanKind.CONSUMER, attributes, root: true }, async (span) => {
    try {
      const answer = await run()
      ended(span, null)
      return answer
    } catch (error) {
      ended(span, error ?? true)
      throw error
    }
  })
}

/** A call that is being answered. */
export type CallSpan = {
  /** Runs what follows within the call. */
  readonly within: (next: () => void) => void
  /** Names the route that was found and how it ended. */
  readonly end: (name: string, attributes: Attributes, status: number) => void
}

/** Null: nobody follows. */
export function beginCallSpan(method: string): CallSpan | null {
  if (!isTracing) return null
  const span = tracer().startSpan(method, { kind: SpanKind.SERVER, root: true })
  const own: Context = trace.setSpan(context.active(), span)
  return {
    within: (next) => context.with(own, next),
    end: (name, attributes, status) => {
      span.updateName(name).setAttributes(attributes).setAttribute('http.response.status_code', status)
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}
