const width = 110

/** A value as JSON that people edit: what fits on a line stands on one. */
export function layOut(value: unknown, indent = ''): string {
  const line = flat(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= width) return line
  const deeper = `${indent}  `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const parts = Array.isArray(value)
    ? value.map((one) => deeper + layOut(one, deeper))
    : kept(value).map(([key, one]) => `${deeper}${JSON.stringify(key)}: ${layOut(one, deeper)}`)
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}

const kept = (value: object) => Object.entries(value).filter(([, one]) => one !== undefined)

function flat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flat).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const parts = kept(value).map(([key, one]) => `${JSON.stringify(key)}: ${flat(one)}`)
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}
