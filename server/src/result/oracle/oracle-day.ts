/** Calendar days of the oracle, as texts. */
export const plusDays = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
export const lastOfMonth = (day: string) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10)

export function monthsOn(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10)
  const last = lastOfMonth(first)
  return Number(last.slice(8)) < date ? last : `${first.slice(0, 8)}${String(date).padStart(2, '0')}`
}

export function unitAt(today: string, unit: string, count: number): { from: string; to: string } {
  if (unit === 'd') return { from: plusDays(today, count), to: plusDays(today, count) }
  if (unit === 'm') {
    const from = monthsOn(`${today.slice(0, 7)}-01`, count)
    return { from, to: lastOfMonth(from) }
  }
  const year = Number(today.slice(0, 4)) + count
  return { from: `${year}-01-01`, to: `${year}-12-31` }
}

/** Whether a day is the first of its unit; weeks begin on Monday. */
export function opensUnit(day: string, unit: string): boolean {
  if (unit === 'day') return true
  if (unit === 'week') return new Date(Date.parse(day)).getUTCDay() === 1
  if (unit === 'year') return day.endsWith('-01-01')
  return day.endsWith('-01') && (unit === 'month' || [1, 4, 7, 10].includes(Number(day.slice(5, 7))))
}
