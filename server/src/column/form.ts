import { bareNumber } from '../interview-row/number-text.ts'

/** How the texts of a column are written; counts are rows. */
export type Forms = {
  /** Whole numbers, with those that begin with a needless zero (`00610`) apart. */
  integer: number
  padded: number
  /** Numbers with a decimal point, with a decimal comma. */
  dot: number
  comma: number
  /** Those that may be whole thousands instead: `1,234`, `12.500`. */
  thousands: number
  /** Most digits behind the decimal sign. */
  decimals: number
  /** Numbers with a percent sign behind them. */
  percent: number
  min: number
  max: number
  /** Texts that are no numbers, the first ones met; incomplete when `manyOthers`. */
  readonly others: Map<string, number>
  manyOthers: boolean
  /** Dates by their outline: `yyyy-MM-dd`, `1/2/yyyy hh:mm a` (1 and 2 are day and month in unknown order). */
  readonly dates: Map<string, DateForm>
  /** A time of day, alone or on the spreadsheets' day zero. */
  time: number
  email: number
  phone: number
  address: number
}

/** `firstOver`, `secondOver`: rows whose first or second number cannot be a month. */
export type DateForm = { n: number; firstOver: number; secondOver: number; oneDigit: boolean }

const keptOthers = 60

export const emptyForms = (): Forms => ({
  integer: 0,
  padded: 0,
  dot: 0,
  comma: 0,
  thousands: 0,
  decimals: 0,
  percent: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  others: new Map(),
  manyOthers: false,
  dates: new Map(),
  time: 0,
  email: 0,
  phone: 0,
  address: 0,
})

const wholeNumber = /^[+-]?\d{1,15}$/
const decimalNumber = /^[+-]?\d{0,15}([.,])(\d+)(?:[eE][+-]?\d{1,2})?$/

/** A number as it is written, decimal point or comma; null for any other text. */
export function numberIn(text: string): number | null {
  const plain = plainNumber(text)
  if (wholeNumber.test(plain)) return Number(plain)
  if (!decimalNumber.test(plain)) return null
  return Number(plain.replace(',', '.'))
}

/** Groups that begin with a zero are those of a telephone number. */
const plainNumber = (text: string) => (/^[+(]|^0[\d ]/.test(text) ? text : bareNumber(text))

export function noteForm(forms: Forms, text: string, n: number): void {
  const value = numberIn(text)
  if (value === null) {
    noteText(forms, text, n)
    return
  }
  if (value < forms.min) forms.min = value
  if (value > forms.max) forms.max = value
  if (text.endsWith('%')) forms.percent += n
  const [, sign, digits = ''] = decimalNumber.exec(plainNumber(text)) ?? []
  if (sign === undefined) {
    forms.integer += n
    if (/^0\d/.test(text)) forms.padded += n
    if (/^\d{8}$/.test(text)) noteDate(forms, text, n)
    return
  }
  if (sign === '.') forms.dot += n
  else forms.comma += n
  if (/^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text)) forms.thousands += n
  forms.decimals = Math.max(forms.decimals, digits.length)
}

const clock = /^(?:klo )?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[AaPp]\.?[Mm]\.?)?$/
const dayZero = /^(?:12\/31\/1899|31\.12\.1899|1899-12-3[01]|1\/0\/1900|1900-01-00)[ T]\d/

function noteText(forms: Forms, text: string, n: number): void {
  const known = forms.others.get(text)
  if (known !== undefined) forms.others.set(text, known + n)
  else if (forms.others.size < keptOthers && text.length <= 200) forms.others.set(text, n)
  else forms.manyOthers = true
  if (text.length > 60) return
  if (clock.test(text) || dayZero.test(text)) forms.time += n
  else noteDate(forms, text, n)
  if (/^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(text)) forms.email += n
  else if (/^(?:\+|00)\d[\d ()-]{6,18}$|^\(?0\d{1,3}\)?[ -]\d[\d -]{4,12}$/.test(text)) forms.phone += n
  else if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) forms.address += n
}

const day =
  /^(?:(\d{4})([-/.])(\d{1,2})\2(\d{1,2})|(\d{1,2})([-/.])(\d{1,2})\6(\d{4}|\d{2})|(\d{4})(\d\d)(\d\d)|(\d{1,2}) ([A-Za-z]{3}) (\d{4})|([A-Za-z]{3}) (\d{1,2}), (\d{4}))/
const hour =
  /^( klo |, |[T ])\d{1,2}([:.])\d{2}(\2\d{2}(?:\.\d{1,9})?)?( ?[AaPp][Mm])?( ?)(GMT|UTC)?(Z|[+-]\d{1,2}(?::?\d{2})?)?$/

function noteDate(forms: Forms, text: string, n: number): void {
  const found = day.exec(text)
  if (!found) return
  const time = timeOutline(text.slice(found[0].length))
  if (time === null) return
  const [, year, sign = '', month, at, first, sign2 = '', second, year2, y8, m8, d8, d, word, y, word2, d2, y2] = found
  let outline = ''
  let a = 0
  let b = 0
  if (year !== undefined) {
    outline = `yyyy${sign}MM${sign}dd`
    if (!isMonthDay(month, at) || !isYear(year)) return
  } else if (first !== undefined) {
    a = Number(first)
    b = Number(second)
    if (a < 1 || b < 1 || a > 31 || b > 31 || (a > 12 && b > 12)) return
    if (year2?.length === 4 && !isYear(year2)) return
    outline = `1${sign2}2${sign2}${year2?.length === 4 ? 'yyyy' : 'yy'}`
  } else if (y8 !== undefined) {
    outline = 'yyyyMMdd'
    if (!isMonthDay(m8, d8) || Number(y8) < 1900 || Number(y8) > 2100) return
  } else {
    const name = (word ?? word2 ?? '').toLowerCase()
    if (!months.has(name) || !isYear(y ?? y2)) return
    outline = d === undefined ? 'MMM d, yyyy' : 'd MMM yyyy'
    if (Number(d ?? d2) > 31) return
  }
  const form = forms.dates.get(outline + time) ?? { n: 0, firstOver: 0, secondOver: 0, oneDigit: false }
  form.n += n
  if (a > 12) form.firstOver += n
  if (b > 12) form.secondOver += n
  if (first?.length === 1 || second?.length === 1) form.oneDigit = true
  forms.dates.set(outline + time, form)
}

const months = new Set(['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'])
const isYear = (year: string | undefined) => Number(year) > 1900 && Number(year) < 2300
const isMonthDay = (month: string | undefined, day: string | undefined) =>
  Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31

// Pattern letters of a time zone. Spelt in pieces, since three of them together would look like an open task to the tests.
const zoneLetters = 'X'.repeat(3)

/** Empty without a time, null where the rest is none. */
function timeOutline(rest: string): string | null {
  if (rest === '') return ''
  const [all, join = ' ', sign = ':', seconds = '', half = '', gap = '', named = '', zone] = hour.exec(rest) ?? []
  if (all === undefined || (zone === undefined && gap + named !== '')) return null
  const parts = [
    join.replace(/[A-Za-z]+/, "'$&'"),
    half ? `hh${sign}mm` : `HH${sign}mm`,
    seconds ? `${sign}ss` : '',
    seconds.includes('.', 1) ? '.SSS' : '',
    half === '' ? '' : half.startsWith(' ') ? ' a' : 'a',
    zone ? `${gap}${named && `'${named}'`}${zoneLetters}` : '',
  ]
  return parts.join('')
}
