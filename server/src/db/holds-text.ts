/**
 * In SQL: whether a text holds one of the texts of a parameter, which are in lower case; the third one if none is named.
 */
export const holdsText = (text: string, parameter = '$3'): string =>
  `exists (select from unnest(${parameter}::text[]) as w where position(w in lower(${text})) > 0)`

/** In SQL: what people wrote into an address: its filters and what it asks for. Places and pages have names of their own. */
export const writtenInPath = (path: string): string => `coalesce(substring(${path} from '[;?].*$'), '')`
