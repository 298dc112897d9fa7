const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** A length of time in its largest whole unit, `4 sec`, `12 min`; less than a second is none. */
export function ageText(milliseconds: number, locale: string): string {
  const [unit, length] = units.find(([, one]) => milliseconds >= one) ?? (['second', 1_000] as const)
  const number = Math.max(0, Math.floor(milliseconds / length))
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(number)
}
