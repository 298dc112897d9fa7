import { lastOfMonth, monthsOn, opensUnit, plusDays, unitAt } from './oracle-day.ts'

/**
 * The query path once more, as plainly as possible: loops over interviews in memory, its own parser, its own dates, no
 * line shared with the product. Slow on purpose; the differential test holds the product against it.
 */
export type OracleQuestion = {
  id: string
  type: 'scale' | 'number' | 'choice' | 'multiple' | 'text' | 'date'
  missing?: (string | number)[]
  min?: number
  max?: number
  falling?: boolean
  decimals?: number
  open?: boolean
  options?: { code: string; title: string }[]
  labels?: { code: number; title: string }[]
  bands?: { id: string; from?: number; to?: number }[]
  roles?: string[]
}
export type OracleIndicator = {
  id: string
  measure: string
  question?: string
  weight?: string
  boxes?: number
  set?: (string | number)[]
  promoters?: number[]
  detractors?: number[]
  parts?: { indicator: string; weight?: number }[]
  minimumParts?: number
  of?: string
  among?: string
}
export type OracleFilter = {
  extName: string
  question?: string
  kind: 'options' | 'text' | 'range' | 'period' | 'tableDate'
  submatch?: boolean
}
/** An interview as people would write it: numbers unscaled. */
export type OracleInterview = {
  number: number
  answers: Record<string, number | string | string[]>
  /** Ids from below the root down, by view. */
  places: Record<string, string[]>
}
export type OracleSurvey = {
  questions: OracleQuestion[]
  indicators: OracleIndicator[]
  filters: OracleFilter[]
  interviews: OracleInterview[]
  today: string
}

type Test = (interview: OracleInterview) => boolean
type Span = { from: string | null; to: string | null }

const plain = (written: string) => decodeURIComponent(written.replace(/\u2044/g, '/').replace(/\uFF06/g, '&'))

const bare = (text: string) =>
  Array.from(text.normalize('NFC').toLowerCase())
    .map((letter) => ('åäö'.includes(letter) ? letter : letter.normalize('NFD').replace(/[\u0300-\u036f]/g, '')))
    .join('')

/** Which interviews a filtered path selects. */
export class OracleSelection {
  readonly survey: OracleSurvey
  readonly date: OracleQuestion | undefined
  constructor(survey: OracleSurvey) {
    this.survey = survey
    this.date = survey.questions.find((one) => one.roles?.includes('date'))
  }

  question(id: string): OracleQuestion {
    const found = this.survey.questions.find((one) => one.id === id)
    if (!found) throw new Error(`no question ${id}`)
    return found
  }

  dayOf(interview: OracleInterview): string | null {
    const value = this.date && interview.answers[this.date.id]
    return typeof value === 'string' ? value : null
  }

  contactOf(interview: OracleInterview): string | null {
    const contact = this.survey.questions.find((one) => one.roles?.includes('contact'))
    const value = contact && interview.answers[contact.id]
    return typeof value === 'string' ? value : null
  }

  weightOf(interview: OracleInterview): number {
    const weight = this.survey.questions.find((one) => one.roles?.includes('weight'))
    const value = weight && interview.answers[weight.id]
    return typeof value === 'number' && value > 0 ? value : 0
  }

  /** The valid answer, or null. A multiple choice answers with its codes that are not missing. */
  valid(interview: OracleInterview, question: OracleQuestion): number | string | string[] | null {
    const value = interview.answers[question.id]
    if (value === undefined || value === '') return null
    const missing = (question.missing ?? []).map(String)
    if (Array.isArray(value)) {
      const left = value.filter((code) => !missing.includes(code))
      return value.length > 0 && left.length === 0 ? null : left
    }
    if (missing.includes(String(value))) return null
    if (question.type === 'choice' && !question.open)
      return (question.options ?? []).some((option) => option.code === value) ? value : null
    if (typeof value === 'number' && (value < (question.min ?? -Infinity) || value > (question.max ?? Infinity)))
      return null
    return value
  }

  /** Everything a filtered path selects, in the period and in the one it is compared with. */
  select(
    text: string,
    compare: string,
  ): { now: OracleInterview[]; before: OracleInterview[] | null; period: Span | null; compared: Span | null } {
    const end = text.indexOf(';')
    const [view = '', , ...ids] = (end < 0 ? text : text.slice(0, end)).split(',').map(plain)
    const inPlace: Test = (interview) => ids.every((id, at) => interview.places[view]?.[at] === id)
    const tests: Test[] = [inPlace]
    let time: Test = () => true
    let period: Span | null = null
    let written = ''
    let keep = 'none'
    for (const pair of end < 0 ? [] : text.slice(end + 1).split(';')) {
      const name = plain(pair.slice(0, pair.indexOf('=')))
      const values = pair.slice(pair.indexOf('=') + 1).split('*')
      const filter = this.survey.filters.find((one) => one.extName === name)
      if (!filter) throw new Error(`no filter ${name}`)
      if (filter.kind === 'tableDate') keep = values[0] ?? 'none'
      else if (name === 'ftime') {
        time = this.condition(filter, values)
        written = values[0] ?? ''
        period = values.length === 1 && !written.startsWith('_') ? this.span(written) : null
      } else tests.push(this.condition(filter, values))
    }
    const span = period && compare !== 'none' ? this.compared(period, written, compare) : null
    const all = (within: Test) =>
      this.oneEach(this.survey.interviews.filter(within), keep).filter((one) => tests.every((test) => test(one)))
    return { now: all(time), before: span && all((one) => this.inSpan(this.dayOf(one), span)), period, compared: span }
  }

  /** A contact's first or last interview; one without a day stands for nobody who has one with a day. */
  oneEach(interviews: OracleInterview[], keep: string): OracleInterview[] {
    if (keep === 'none') return interviews
    const chosen = new Set<OracleInterview>()
    const contacts = new Set(interviews.map((one) => this.contactOf(one)))
    for (const contact of contacts) {
      const own = interviews.filter((one) => this.contactOf(one) === contact)
      if (contact === null) for (const one of own) chosen.add(one)
      else {
        const dated = own.filter((one) => this.dayOf(one) !== null)
        const order = (dated.length > 0 ? dated : own).sort((a, b) => {
          const [first, second] = [this.dayOf(a) ?? '', this.dayOf(b) ?? '']
          return first < second ? -1 : first > second ? 1 : a.number - b.number
        })
        const one = keep === 'first' ? order[0] : order.at(-1)
        if (one) chosen.add(one)
      }
    }
    return interviews.filter((one) => chosen.has(one))
  }

  condition(filter: OracleFilter, values: string[]): Test {
    const date = this.survey.questions.find((one) => one.roles?.includes('date'))
    const question = filter.question ? this.question(filter.question) : date
    if (!question) throw new Error(`nothing to filter: ${filter.extName}`)
    const wanted: Test[] = []
    const unwanted: Test[] = []
    for (const value of values) {
      const isOut = value.startsWith('_')
      const rest = isOut ? value.slice(1) : value
      ;(isOut ? unwanted : wanted).push(this.match(filter, question, rest, isOut))
    }
    return (one) => (wanted.length === 0 || wanted.some((test) => test(one))) && !unwanted.some((test) => test(one))
  }

  match(filter: OracleFilter, question: OracleQuestion, written: string, isOut: boolean): Test {
    if (written === '~none') return (one) => this.valid(one, question) === null
    switch (filter.kind) {
      case 'range':
        return this.inRange(question, written)
      case 'period':
        return this.inPeriod(question, written)
      case 'options':
      case 'text':
        return this.isOption(filter, question, written, isOut)
      case 'tableDate':
        return () => true
    }
  }

  inRange(question: OracleQuestion, written: string): Test {
    const [from = 0, to = 0] = written.split('_').map(Number)
    return (one) => {
      const value = this.valid(one, question)
      return typeof value === 'number' && value >= from && value <= to
    }
  }

  inPeriod(question: OracleQuestion, written: string): Test {
    if (written === 'today_md')
      return (one) => {
        const day = one.answers[question.id]
        const own = this.survey.today.slice(5)
        return typeof day === 'string' && day.slice(5) === own
      }
    const span = this.span(written)
    return (one) => {
      const day = one.answers[question.id]
      return this.inSpan(typeof day === 'string' ? day : null, span)
    }
  }

  isOption(filter: OracleFilter, question: OracleQuestion, written: string, isOut: boolean): Test {
    if (written.endsWith('~')) return this.contains(question, bare(plain(written.slice(0, -1))))
    if (isOut && filter.submatch) return this.contains(question, bare(plain(written)))
    const text = plain(written)
    return (one) => {
      const value = one.answers[question.id]
      if (Array.isArray(value)) return value.includes(text)
      return value !== undefined && (typeof value === 'number' ? value === Number(text) : value === text)
    }
  }

  contains(question: OracleQuestion, part: string): Test {
    const called = (code: string) => bare(question.options?.find((option) => option.code === code)?.title ?? code)
    return (one) => {
      const value = one.answers[question.id]
      if (value === undefined) return false
      if (question.type === 'text') return bare(String(value)).includes(part)
      if (question.type === 'scale') {
        const label = question.labels?.find((found) => found.code === value)
        return label !== undefined && bare(label.title).includes(part)
      }
      return (Array.isArray(value) ? value : [String(value)]).some((code) => called(code).includes(part))
    }
  }

  inSpan(day: string | null, { from, to }: Span): boolean {
    return day !== null && (from === null || day >= from) && (to === null || day <= to)
  }

  span(written: string): Span {
    const { today } = this.survey
    if (written === 'today_ymd') return { from: today, to: today }
    const fixed = /^(\d{4})(\d\d)(\d\d)_(\d{4})(\d\d)(\d\d)$/.exec(written)
    if (fixed) return { from: fixed.slice(1, 4).join('-'), to: fixed.slice(4, 7).join('-') }
    const around = /^r(days|months|years)([+-]\d+)([+-]\d+)$/.exec(written)
    if (around) {
      const unit = around[1] === 'days' ? 'd' : around[1] === 'months' ? 'm' : 'y'
      return {
        from: unitAt(today, unit, Number(around[2])).from,
        to: unitAt(today, unit, Number(around[3])).to,
      }
    }
    const point = /^rdate([eba])(\d+)([dmy])([bf])$/.exec(written)
    if (!point) throw new Error(`no period ${written}`)
    const [, how, count, unit = 'd', toward] = point
    const found = unitAt(today, unit, toward === 'b' ? -Number(count) : Number(count))
    if (how === 'e') return found
    return how === 'b' ? { from: null, to: plusDays(found.from, -1) } : { from: plusDays(found.to, 1), to: null }
  }

  /** Whole weeks, months … from the one that holds the first day to the one that holds the last, cut at both. */
  steps(unit: string, { from, to }: Span): Span[] {
    const found: { from: string; to: string }[] = []
    for (let day = from ?? '', last = to ?? ''; day <= last; day = plusDays(day, 1)) {
      const step = found.at(-1)
      if (step && !opensUnit(day, unit)) step.to = day
      else found.push({ from: day, to: day })
    }
    return found
  }

  /** Nothing where the two would share a day. */
  compared(period: Span, written: string, compare: string): Span | null {
    const found = this.earlier(period, written, compare)
    return found?.to && period.from && found.to >= period.from ? null : found
  }

  earlier({ from, to }: Span, written: string, compare: string): Span | null {
    if (from === null || to === null) return null
    const whole = from.endsWith('-01') && plusDays(to, 1).endsWith('-01') && !/^r(days|date.\d+d)/.test(written)
    if (compare === 'yearBefore') {
      const end = monthsOn(to, -12)
      return { from: monthsOn(from, -12), to: whole ? lastOfMonth(end) : end }
    }
    if (!whole) {
      const length = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
      return { from: plusDays(from, -length - 1), to: plusDays(from, -1) }
    }
    const months =
      (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1
    return { from: monthsOn(from, -months), to: plusDays(from, -1) }
  }
}
