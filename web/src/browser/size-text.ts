/** A number of bytes in the largest unit that leaves a number before the point. */
export function sizeText(bytes: number, locale: string): string {
  const [unit, of] = bytes < 2 ** 20 ? (['kilobyte', 2 ** 10] as const) : (['megabyte', 2 ** 20] as const)
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 })
  return format.format(Math.max(0.1, bytes / of))
}
