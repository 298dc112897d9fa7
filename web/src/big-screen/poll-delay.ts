const [usual, longest, blank] = [4_000, 60_000, 30_000]

/**
 * Milliseconds until the server is asked again. After failures it is asked ever more seldom, and `chance` (0 to 1)
 * keeps the screens of a house from coming back all at once.
 */
export const pollDelay = (failures: number, chance: number): number =>
  failures === 0 ? usual : Math.min(longest, 1_000 * 2 ** Math.min(failures, 10)) * (0.5 + chance / 2)

/** The same while the key opens nothing. */
export const blankDelay = (chance: number): number => blank * (1 + chance)
