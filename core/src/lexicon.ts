/** What one language's comments are read by. Lists are terms apart by commas, as `termIndex` reads them. */
export type Lexicon = {
  /** Small words that tell the language. */
  readonly common: string
  /** Words that turn what follows into its opposite. */
  readonly negators: string
  /** Words that begin another thought within a sentence. */
  readonly contrasts: string
  /** Words that put two things side by side. */
  readonly joins: string
  /** Words of those who ask for something: what they would find good is not there. */
  readonly wishes: string
  /** Words of a grievance, where no word judges: *again*, *still*, *had to*. */
  readonly weak: string
  /** Terms that mean nothing of what their words mean by themselves: *return flight*. */
  readonly idioms: string
  readonly good: string
  readonly bad: string
  /** Terms by topic. */
  readonly topics: Readonly<Record<string, string>>
}

/** Languages whose comments are understood. */
export const commentLanguages = ['en', 'fi', 'sv', 'de'] as const
export type CommentLanguage = (typeof commentLanguages)[number]

/** How a comment speaks as a whole. */
export const sentiments = ['positive', 'negative', 'mixed', 'neutral'] as const
export type Sentiment = (typeof sentiments)[number]

/** The topic of comments in which no other is found. */
export const otherTopic = 'other'

export const termsOf = (list: string): string[] =>
  list
    .split(/[,\n]/)
    .map((term) => term.trim())
    .filter((term) => term !== '')
