const numeral = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
/** Spaces and apostrophes between thousands; anywhere else they separate two numbers. */
const grouped = /^[+-]?\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d*)?$/

/** A number as people write it, without what only helps to read it: `72 000 %` is `72000`. */
export function bareNumber(text: string): string {
  const bare = text.replace(/\s?%$/, '').replace(/^−/, '-')
  return grouped.test(bare) ? bare.replace(/[\s'’]/g, '') : bare
}

export function readNumber(text: string, decimal: '.' | ','): number | null {
  const bare = bareNumber(text)
  if (decimal === '.') return numeral.test(bare) ? Number(bare) : null
  if (bare.includes('.')) return null
  const plain = bare.replace(',', '.')
  return numeral.test(plain) ? Number(plain) : null
}
