/** A reason not to start that its reader can act on; the command line prints it without a stack. */
export class UsageError extends Error {
  override name = 'UsageError'
}
