export type Metric = {
  readonly type: string
  readonly help: string
  readonly samples: readonly {
    readonly name: string
    readonly labels: Readonly<Record<string, string>>
    readonly value: number
  }[]
}

const nameText = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const labelText = `[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"`
const comment = new RegExp(`^# (HELP|TYPE) (${nameText}) (.+)$`)
const sampleLine = new RegExp(`^(${nameText})(?:\\{(${labelText}(?:,${labelText})*)\\})? (\\S+)(?: \\d+)?$`)
const suffixes: Readonly<Record<string, readonly string[]>> = {
  counter: [''],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
}

/**
 * Prometheus's text format, version 0.0.4, by its letter: HELP and TYPE before the samples of a metric, all of them
 * together, no sample twice, buckets that grow and end at +Inf with the count. Throws at anything else.
 */
export function readExposition(text: string): ReadonlyMap<string, Metric> {
  if (!text.endsWith('\n')) throw new Error('the last line does not end')
  const metrics = new Map<string, { type: string; help: string; samples: Metric['samples'][number][] }>()
  const seen = new Set<string>()
  let current: string | null = null
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [, kind, named = '', rest = ''] = comment.exec(line) ?? []
    if (kind === 'HELP') {
      if (metrics.has(named)) throw new Error(`${named} comes twice`)
      metrics.set(named, { type: '', help: rest, samples: [] })
      current = named
    } else if (kind === 'TYPE') {
      const metric = metrics.get(named)
      if (named !== current || !metric || metric.type !== '' || !(rest in suffixes))
        throw new Error(`TYPE of ${named}: ${rest}`)
      metric.type = rest
    } else readSample(line)
  }
  for (const [name, metric] of metrics) if (metric.type === 'histogram') checkBuckets(name, metric.samples)
  return metrics

  function readSample(line: string) {
    const [, name = '', labelled = '', valueText = ''] = sampleLine.exec(line) ?? []
    const metric = current === null ? undefined : metrics.get(current)
    if (name === '' || !metric) throw new Error(`not a sample: ${line}`)
    if (!suffixes[metric.type]?.some((suffix) => name === `${current}${suffix}`))
      throw new Error(`${name} stands below ${current}`)
    const value = valueText === '+Inf' ? Number.POSITIVE_INFINITY : Number(valueText)
    if (valueText !== 'NaN' && Number.isNaN(value)) throw new Error(`not a number: ${line}`)
    const labels = Object.fromEntries(
      [...labelled.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', one = '']) => [key, one]),
    )
    const id = `${name}${JSON.stringify(Object.entries(labels).sort(byName))}`
    if (seen.has(id)) throw new Error(`twice: ${line}`)
    seen.add(id)
    metric.samples.push({ name, labels, value })
  }
}

function checkBuckets(name: string, samples: Metric['samples']) {
  const series = new Map<string, { bounds: number[]; counts: number[]; count: number | null }>()
  for (const { name: own, labels, value } of samples) {
    const { le, ...others } = labels
    const key = JSON.stringify(Object.entries(others).sort(byName))
    const one = series.get(key) ?? { bounds: [], counts: [], count: null }
    series.set(key, one)
    if (own.endsWith('_bucket')) {
      one.bounds.push(le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le))
      one.counts.push(value)
    } else if (own.endsWith('_count')) one.count = value
  }
  for (const { bounds, counts, count } of series.values()) {
    const grows = (values: readonly number[]) => values.every((one, at) => at === 0 || one >= (values[at - 1] ?? 0))
    if (!grows(bounds) || !grows(counts) || bounds.at(-1) !== Number.POSITIVE_INFINITY || counts.at(-1) !== count)
      throw new Error(`the buckets of ${name} do not grow to its count`)
  }
}

function byName([a]: [string, string], [b]: [string, string]) {
  return a < b ? -1 : 1
}
