import type { Localised } from '@kaiku/core/localised.ts'
import { fold } from '@kaiku/core/text.ts'
import type { StoredQuestion } from '../dictionary/dictionary.ts'
import { literal, literals, oneOf, or } from './sql.ts'

/**
 * Interviews whose answer contains a folded text. Texts look into their folded twin; choices into the labels of their
 * options in every locale and, for codes that no option lists, into the code itself.
 */
export function containing({ question, column, number }: StoredQuestion, folded: string): string {
  switch (question.type) {
    case 'text':
      return `position(t${number}, ${literal(folded)}) > 0`
    case 'choice':
    case 'multiple': {
      const codes = question.options.filter((option) => says(option.title, option.code, folded)).map(({ code }) => code)
      const listed = literals(question.options.map(({ code }) => code))
      const other = (code: string) =>
        `${listed === '' ? '' : `${code} not in (${listed}) and `}position(${foldedInSql(code)}, ${literal(folded)}) > 0`
      if (question.type === 'choice')
        return or([
          ...(codes.length ? [`${column} in (${literals(codes)})`] : []),
          ...(question.open ? [other(`toString(${column})`)] : []),
        ])
      return or([
        ...(codes.length ? [`hasAny(${column}, [${literals(codes)}])`] : []),
        ...(question.open ? [`arrayExists(code -> ${other('toString(code)')}, ${column})`] : []),
      ])
    }
    case 'scale': {
      const codes = question.labels.filter((label) => says(label.title, String(label.code), folded))
      return codes.length ? oneOf(column, codes.map(({ code }) => code).filter(Number.isSafeInteger)) : '0'
    }
    case 'number':
    case 'date':
      return '0'
  }
}

/** A label contains the text in one of its locales; an option without a label is called by its code. */
const says = (title: Localised, code: string, folded: string) => {
  const texts = typeof title === 'string' ? [title] : Object.values(title)
  return (texts.length ? texts : [code]).some((text) => fold(text || code).includes(folded))
}

/** `fold` of core, word for word, where ClickHouse must do it. */
const foldedInSql = (text: string) => {
  const nordic = (from: string, to: string, sql: string) => `translateUTF8(${sql}, ${literal(from)}, ${literal(to)})`
  const kept = nordic('åäö', '\uE000\uE001\uE002', `lowerUTF8(normalizeUTF8NFC(${text}))`)
  const bare = `replaceRegexpAll(normalizeUTF8NFD(${kept}), '\\\\p{M}', '')`
  return nordic('\uE000\uE001\uE002', 'åäö', bare)
}
