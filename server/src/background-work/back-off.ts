/** How long what failed waits: doubled each time, at most the longest. */
export type Lasting = { readonly first: number; readonly longest: number }

/** After so many failures in a row, one at least. */
export const waitAfter = ({ first, longest }: Lasting, failures: number): number =>
  Math.min(longest, first * 2 ** Math.min(failures - 1, 50))
