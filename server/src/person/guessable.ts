import { guessableWords } from './guessable-words.ts'

/** The number of guesses, as zxcvbn estimates it, from which a password is accepted: enough where every guess is slow. */
const least = 1e9
/** Only these first characters are rated: further ones can only make it stronger. */
const judged = 64
/** Characters of a name that are worth guessing. */
const shortest = 3

type Judge = (password: string, words: string[]) => number
let judge: Promise<Judge> | undefined

/**
 * Whether a password is among the first that anybody would try: the 49,000 most common ones, usual words and those of
 * its own place, years, rows of keys and repetitions, put together and spelt like `P4$$w0rd` too. `words`: names of the
 * person and of what they belong to.
 */
export async function isGuessable(password: string, words: readonly string[]): Promise<boolean> {
  judge ??= load()
  const known = words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)])
  return (await judge)(password, [...new Set(known.filter(({ length }) => length >= shortest))]) < least
}

/** The lists are read when the first password is chosen. */
async function load(): Promise<Judge> {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const { adjacencyGraphs: graphs, dictionary } = common
  const factory = new ZxcvbnFactory({
    dictionary: { 'passwords-common': dictionary['passwords-common'], words: [...guessableWords] },
    graphs,
    maxLength: judged,
  })
  return (password, words) => factory.check(password, words).guesses
}
