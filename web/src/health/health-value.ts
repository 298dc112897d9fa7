/** A number of bytes, in the largest unit that leaves a whole one. */
export function bytesText(bytes: number, locale: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power],
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1_000 ** power)
}

/** Seconds as milliseconds, seconds, minutes, hours or days. */
export function secondsText(seconds: number, locale: string): string {
  const said = (value: number, unit: string, digits: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits }).format(
      value,
    )
  if (seconds > 0 && seconds < 1) return said(seconds * 1_000, 'millisecond', 0)
  if (seconds < 120) return said(seconds, 'second', seconds < 10 ? 1 : 0)
  if (seconds < 7_200) return said(seconds / 60, 'minute', 0)
  if (seconds < 172_800) return said(seconds / 3_600, 'hour', 0)
  return said(seconds / 86_400, 'day', 0)
}
