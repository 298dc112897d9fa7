/** Below its minimum a figure of a survey without protection is shown, but greyed. */
export const fewAnswers = (n: number, minimum: number): boolean => n > 0 && n < minimum

/** In a protected survey it is hidden, and so is one of nobody: whether somebody answered is not told either. */
export const isHidden = (n: number, minimum: number, isProtected: boolean): boolean => isProtected && n < minimum
