/** A moment on the reader's clock: its day and time. */
export const momentText = (moment: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(moment))

/** The day of a moment on the reader's clock. */
export const momentDayText = (moment: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(moment))
