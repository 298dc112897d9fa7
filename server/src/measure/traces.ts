import { setTimeout as sleep } from 'node:timers/promises'
import { release } from '@kaiku/core/release.ts'
import { context, trace } from '@opentelemetry/api'
import { followSpans } from './span.ts'

export type TraceSettings = {
  /** Where spans are sent, as OTLP over HTTP: the collector's base address. */
  readonly endpoint: string
  /** Of all calls and works, from 0 to 1. */
  readonly share: number
}

/** Milliseconds between two sendings, and in which one has to be taken. */
const every = 5_000
const slowest = 10_000
/** Milliseconds in which the last spans may still be taken at the end. */
const patience = 1_000

/**
 * Sends spans of calls, statements and work to a collector. What it does not take is lost, and holds nothing up. The code
 * that does it is loaded only here. `role`: which part of Kaiku this process is.
 */
export async function startTraces(
  { endpoint, share }: TraceSettings,
  role: string,
): Promise<{ stop(): Promise<void> }> {
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }, { AsyncLocalStorageContextManager }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/context-async-hooks'),
    ])
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: slowest,
  })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'kaiku',
      'service.version': release,
      'service.instance.id': `${role}-${process.pid}`,
      'kaiku.role': role,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: every, maxQueueSize: 4_096 })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  followSpans(true)
  return {
    stop: async () => {
      followSpans(false)
      await Promise.race([provider.shutdown().catch(() => {}), sleep(patience, undefined, { ref: false })])
      trace.disable()
      context.disable()
    },
  }
}
