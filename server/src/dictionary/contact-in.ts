import type { Answers, Dictionary } from './dictionary.ts'

/** The contact that somebody answered, as it was written; null: none, or it is kept no longer. */
export function contactIn(dictionary: Pick<Dictionary, 'role'>, answers: Answers): string | null {
  const who = answers[dictionary.role('contact')?.question.id ?? '']
  return who === undefined || who === null ? null : String(who)
}
