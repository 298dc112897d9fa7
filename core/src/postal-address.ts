/** What a letter is addressed by, besides a name. `street`: with house and flat; lines are parted by line breaks. */
export const postalFields = ['street', 'postcode', 'town', 'country'] as const
export type PostalField = (typeof postalFields)[number]
export type PostalAddress = Readonly<Record<PostalField, string | null>>

/** Whether a letter can be sent there. */
export const isPostal = ({ street, town }: Partial<PostalAddress>): boolean =>
  Boolean(street?.trim()) && Boolean(town?.trim())

/** Countries in which the postcode stands behind or below the town. */
const townFirst = /^(?:gb|uk|united kingdom|great britain|ie|ireland|us|usa|united states|ca|canada|au|australia)/i
const mostLines = 6

/** As it stands in the window of an envelope: the name, the street, postcode and town, and the country in capitals. */
export function addressLines(name: string, { street, postcode, town, country }: PostalAddress): string[] {
  const place = townFirst.test(country?.trim() ?? '') ? [town, postcode] : [postcode, town]
  const lines = [
    name,
    ...(street ?? '').split('\n'),
    place
      .map((part) => part?.trim())
      .filter(Boolean)
      .join(' '),
    (country ?? '').trim().toUpperCase(),
  ]
  return lines
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .slice(0, mostLines)
}
