/** What a gateway is told of a message. */
export type ToldSms = { readonly to: string; readonly from: string; readonly text: string; readonly id: string }

/** Puts what it is told into the texts of its JSON; null: this is no such JSON. */
export function gatewayBody(template: string): ((sms: ToldSms) => string) | null {
  const read = parsed(template)
  if (typeof read !== 'object' || read === null) return null
  const texts = JSON.stringify(read)
  if (!/\{(?:to|digits)\}/.test(texts) || !texts.includes('{text}')) return null
  return ({ to, from, text, id }) => {
    const values = new Map([...Object.entries({ to, from, text, id }), ['digits', to.replace(/^\+/, '')]] as [
      string,
      string,
    ][])
    return JSON.stringify(filled(read, (name) => values.get(name)))
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function filled(value: unknown, find: (name: string) => string | undefined): unknown {
  if (typeof value === 'string') return value.replace(/\{(\w+)\}/g, (whole, name: string) => find(name) ?? whole)
  if (Array.isArray(value)) return value.map((one) => filled(one, find))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, find)]))
}
