import { type OracleIndicator, type OracleInterview, OracleSelection } from './oracle-selection.ts'

export type {
  OracleFilter,
  OracleIndicator,
  OracleInterview,
  OracleQuestion,
  OracleSurvey,
} from './oracle-selection.ts'

/** The figures of selected interviews, one interview after the other. */
export class Oracle extends OracleSelection {
  /** A person's score by an indicator; null when there is none. */
  score(interview: OracleInterview, indicator: OracleIndicator): number | null {
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

  figure(interviews: OracleInterview[], id: string): { n: number; value: number | null } {
    const indicator = this.indicator(id)
    const scored = (of: OracleIndicator, one: OracleInterview) => {
      const y = this.score(one, of)
      return y === null ? [] : [{ y, w: indicator.weight === 'role' ? this.weightOf(one) : 1 }]
    }
    const heap = (
      indicator.measure === 'pooled'
        ? (indicator.parts ?? []).map((part) => this.indicator(part.indicator))
        : [indicator]
    )
      .flatMap((of) => interviews.flatMap((one) => scored(of, one)))
      .filter(({ w }) => w > 0)
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
