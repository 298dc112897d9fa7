/** The letters that one unit holds (3GPP TS 23.038, default alphabet). */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Those that take two. */
const extended = new Set('\f^{}\\[~]|€')

/** Units of one message, and of each part where it takes several: the rest says how they belong together. */
const room = { gsm: { one: 160, part: 153 }, unicode: { one: 70, part: 67 } } as const

/** How a text goes as SMS. `units`: septets of the GSM alphabet, or UTF-16 units. `left`: units that fit until another part is paid. */
export type SmsSize = {
  readonly encoding: keyof typeof room
  readonly units: number
  readonly parts: number
  readonly left: number
  /** Letters for which the whole text goes as Unicode; empty: there are none. */
  readonly unusual: string
}

/** A letter of two units is never parted: what does not fit at the end of a part begins the next. */
export function smsSize(text: string): SmsSize {
  const letters = Array.from(text)
  const unusual = [...new Set(letters.filter((letter) => !basic.has(letter) && !extended.has(letter)))].join('')
  const encoding = unusual === '' ? 'gsm' : 'unicode'
  const sizeOf = (letter: string) => (encoding === 'gsm' ? (extended.has(letter) ? 2 : 1) : letter.length)
  const sizes = letters.map(sizeOf)
  const units = sizes.reduce((sum, size) => sum + size, 0)
  const { one, part } = room[encoding]
  if (units <= one) return { encoding, units, parts: units === 0 ? 0 : 1, left: one - units, unusual }
  let [parts, filled] = [1, 0]
  for (const size of sizes) {
    if (filled + size > part) [parts, filled] = [parts + 1, 0]
    filled += size
  }
  return { encoding, units, parts, left: part - filled, unusual }
}

/** Words by which somebody says that they want no more messages, in the languages that Kaiku speaks. */
const stopWords = new Set([
  'stop',
  'stopall',
  'unsubscribe',
  'end',
  'quit',
  'cancel',
  'lopeta',
  'seis',
  'stopp',
  'avsluta',
  'abmelden',
  'ende',
])

/** Whether a message says by which word, in capitals, to answer that one wants no more of them. */
export const tellsStopWord = (text: string): boolean =>
  text.split(/[^\p{L}]+/u).some((word) => word === word.toUpperCase() && stopWords.has(word.toLowerCase()))

/** Whether an answer to a message says that they want no more. */
export const isStopWord = (text: string): boolean =>
  stopWords.has(
    text
      .trim()
      .toLowerCase()
      .replace(/[.!"'”]+$/g, '')
      .replace(/^["'“”]+/g, ''),
  )
