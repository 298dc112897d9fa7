// FIPS 180-4. A browser has its own only in secure contexts and only asynchronously; a link is made at once.

const wordsPerBlock = 16
const primes = Array.from({ length: 312 }, (_, at) => at).filter(
  (number) =>
    number > 1 && !Array.from({ length: 17 }, (_, at) => at + 2).some((by) => by < number && number % by === 0),
)
/** The first 32 bits of a root's fraction, as a signed word. */
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const constants = primes.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)))

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The bytes with a one behind them, zeros, and their number of bits, as big-endian words in whole blocks. */
function padded(bytes: Uint8Array): Int32Array {
  const words = new Int32Array((((bytes.length + 8) >>> 6) + 1) * wordsPerBlock)
  const put = (at: number, byte: number) => {
    words[at >>> 2] = (words[at >>> 2] ?? 0) | (byte << (24 - (at % 4) * 8))
  }
  for (const [at, byte] of bytes.entries()) put(at, byte)
  put(bytes.length, 0x80)
  words[words.length - 2] = Math.floor(bytes.length / 2 ** 29)
  words[words.length - 1] = bytes.length << 3
  return words
}

/** The words of a block, and those made of them, one for each round. */
function scheduleOf(block: Int32Array): Int32Array {
  const words = new Int32Array(64)
  words.set(block)
  const word = (at: number): number => words[at] ?? 0
  for (let at = wordsPerBlock; at < words.length; at += 1) {
    const [early, late] = [word(at - 15), word(at - 2)]
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    words[at] = word(at - 16) + small + word(at - 7) + large
  }
  return words
}

/** Its eight words. */
function hashed(words: Int32Array): readonly number[] {
  let state = initial
  for (let from = 0; from < words.length; from += wordsPerBlock) {
    const schedule = scheduleOf(words.subarray(from, from + wordsPerBlock))
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    schedule.forEach((word, round) => {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (constants[round] ?? 0) + word
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
      ;[a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g]
    })
    const next = [a, b, c, d, e, f, g, h]
    state = state.map((word, at) => (word + (next[at] ?? 0)) | 0)
  }
  return state
}

/** SHA-256 of a text in UTF-8, in lower-case hexadecimal digits. */
export const sha256 = (text: string): string =>
  hashed(padded(new TextEncoder().encode(text)))
    .map((word) => (word >>> 0).toString(16).padStart(8, '0'))
    .join('')
