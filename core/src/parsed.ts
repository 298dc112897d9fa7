/** A text that was read, or why it could not be: `position` counts UTF-16 units from the start of the text. */
export type Parsed<T> = { ok: true; value: T } | Refused
export type Refused = { ok: false; position: number; message: string; expected: string }

export const refused = (position: number, message: string, expected: string): Refused => ({
  ok: false,
  position,
  message,
  expected,
})
