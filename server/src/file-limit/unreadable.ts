/** What is wrong with a file, wherever in reading it that is found. `openTable` makes a Fault of it that names the file. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  readonly code: 'invalid' | 'too_large'
  constructor(message: string, code: 'invalid' | 'too_large' = 'invalid') {
    super(message)
    this.code = code
  }
}

export const tooLarge = (message: string) => new Unreadable(message, 'too_large')
