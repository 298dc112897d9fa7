import { type OracleIndicator, type OracleInterview, OracleSelection } from './oracle-selection.ts'
import type { Method, WeighedAnswer } from './oracle-statistics.ts'

export type {
  OracleFilter,
  OracleIndicator,
  OracleInterview,
  OracleQuestion,
  OracleSurvey,
} from './oracle-selection.ts'

/** The figures of selected interviews, one interview after the other. */
export class Oracle extends OracleSelection {
  readonly known = new Map<OracleIndicator, Map<OracleInterview, number | null>>()

  /** A person's score by an indicator; null when there is none. Worked out once. */
  score(interview: OracleInterview, indicator: OracleIndicator): number | null {
    const known = this.known.get(indicator) ?? new Map<OracleInterview, number | null>()
    this.known.set(indicator, known)
    const found = known.get(interview) ?? this.scored(interview, indicator)
    known.set(interview, found)
    return found
  }

  scored(interview: OracleInterview, indicator: OracleIndicator): number | null {
    if (indicator.measure === 'composite') {
      let [sum, weight, count] = [0, 0, 0]
      for (const part of indicator.parts ?? []) {
        const own = this.score(interview, this.indicator(part.indicator))
        if (own === null) continue
        sum += own * (part.weight ?? 1)
        weight += part.weight ?? 1
        count += 1
      }
      return count === 0 || count < (indicator.minimumParts ?? 1) ? null : sum / weight
    }
    if (indicator.measure === 'rate') {
      const matches = (token: string) =>
        token === '' ||
        token.split(';').every((pair) => {
          const name = pair.slice(0, pair.indexOf('='))
          const filter = this.survey.filters.find((one) => one.extName === name)
          return filter !== undefined && this.condition(filter, pair.slice(pair.indexOf('=') + 1).split('*'))(interview)
        })
      if (!matches(indicator.among ?? '')) return null
      return matches(indicator.of ?? '') ? 100 : 0
    }
    if (indicator.measure === 'count' && indicator.question === undefined) return 1
    const question = this.question(indicator.question ?? '')
    const value = this.valid(interview, question)
    if (value === null) return null
    const { min = 0, max = 0 } = question
    switch (indicator.measure) {
      case 'count':
        return 1
      case 'mean':
      case 'sum':
      case 'median':
        return Number(value)
      case 'index':
        return (100 * (question.falling ? max - Number(value) : Number(value) - min)) / (max - min)
      case 'nps':
        if ((indicator.promoters ?? [9, 10]).includes(Number(value))) return 100
        return (indicator.detractors ?? [0, 1, 2, 3, 4, 5, 6]).includes(Number(value)) ? -100 : 0
      case 'topBox':
      case 'bottomBox': {
        const steps: number[] = []
        for (let step = min; step <= max; step++) if (!(question.missing ?? []).includes(step)) steps.push(step)
        const best = (indicator.measure === 'topBox') !== (question.falling === true)
        const boxes = indicator.boxes ?? 2
        return (best ? steps.slice(-boxes) : steps.slice(0, boxes)).includes(Number(value)) ? 100 : 0
      }
      case 'share': {
        const set = (indicator.set ?? []).map(String)
        return (Array.isArray(value) ? value : [value]).some((code) => set.includes(String(code))) ? 100 : 0
      }
    }
    throw new Error(`no measure ${indicator.measure}`)
  }

  indicator(id: string): OracleIndicator {
    const found = this.survey.indicators.find((one) => one.id === id)
    if (!found) throw new Error(`no indicator ${id}`)
    return found
  }

  /** The scores that an indicator counts, each with its weight: of people, whose answers are taken together. */
  answered(interviews: OracleInterview[], id: string): WeighedAnswer[] {
    const indicator = this.indicator(id)
    const scored = (one: OracleInterview) => {
      const w = indicator.weight === 'role' ? this.weightOf(one) : 1
      if (indicator.measure !== 'pooled') {
        const y = this.score(one, indicator)
        return y === null ? [] : [{ y, w }]
      }
      const parts = (indicator.parts ?? []).flatMap((part) => this.score(one, this.indicator(part.indicator)) ?? [])
      const sum = parts.reduce((all, y) => all + y, 0)
      return parts.length === 0 ? [] : [{ y: sum / parts.length, w: w * parts.length }]
    }
    return interviews.flatMap(scored).filter(({ w }) => w > 0)
  }

  /** What is known of the scores' spread: shares, a scale with two ends, or numbers without one. */
  method(indicator: OracleIndicator): Method {
    switch (indicator.measure) {
      case 'topBox':
      case 'bottomBox':
      case 'share':
      case 'rate':
        return { kind: 'share' }
      case 'nps':
        return { kind: 'scale', low: -100, high: 100 }
      case 'index':
        return { kind: 'scale', low: 0, high: 100 }
      case 'mean': {
        const { type, min = 0, max = 0 } = this.question(indicator.question ?? '')
        return type === 'scale' ? { kind: 'scale', low: min, high: max } : { kind: 'number' }
      }
      case 'composite':
      case 'pooled': {
        const parts = (indicator.parts ?? []).map((part) => this.method(this.indicator(part.indicator)))
        const ends = parts.flatMap((part) =>
          part.kind === 'scale' ? [part.low, part.high] : part.kind === 'share' ? [0, 100] : [],
        )
        if (parts.some(({ kind }) => kind === 'number' || kind === 'none')) return { kind: 'number' }
        return { kind: 'scale', low: Math.min(...ends), high: Math.max(...ends) }
      }
    }
    return { kind: 'none' }
  }

  figure(interviews: OracleInterview[], id: string): { n: number; value: number | null } {
    const indicator = this.indicator(id)
    const heap = this.answered(interviews, id)
    const n = heap.length
    if (n === 0) return { n, value: null }
    if (indicator.measure === 'count') return { n, value: n }
    if (indicator.measure === 'median') {
      const sorted = heap.map(({ y }) => y).sort((a, b) => a - b)
      return { n, value: ((sorted[Math.floor((n - 1) / 2)] ?? 0) + (sorted[Math.floor(n / 2)] ?? 0)) / 2 }
    }
    const first = heap[0]?.y ?? 0
    let [W, rest] = [0, 0]
    for (const { y, w } of heap) {
      W += w
      rest += w * (y - first)
    }
    return { n, value: indicator.measure === 'sum' ? rest + first * W : first + rest / W }
  }

  /** Group of an interview by a question's answer; several for a multiple choice. */
  groups(interview: OracleInterview, id: string): string[] {
    const question = this.question(id)
    const value = this.valid(interview, question)
    if (value === null) return ['~none']
    if (Array.isArray(value)) return [...new Set(value)].map(own)
    if (question.bands?.length) {
      const band = question.bands.find(
        ({ from = -Infinity, to = Infinity }) => Number(value) >= from && Number(value) <= to,
      )
      return band ? [band.id] : []
    }
    return [own(String(value))]
  }
}

/** An option really named `~none` is not the group of those without an answer. */
const own = (code: string) => (code === '~none' ? '%7Enone' : code)
