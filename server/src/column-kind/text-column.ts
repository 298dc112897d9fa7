import { type Draft, type FileColumn, type Note, share } from '../column/column.ts'
import { means, wordsOf } from '../column/vocabulary.ts'

const mostlyPattern = 0.8
const commentWords = 6

/** Names, addresses and numbers of people: kept for finding a person, offered nowhere. Null for any other column. */
export function personal(column: FileColumn): Draft | null {
  const { forms, filled, words } = column
  const why = (() => {
    if (filled === 0) return null
    if (share(forms.email, filled) >= mostlyPattern) return 'its values are mail addresses'
    if (share(forms.address, filled) >= mostlyPattern) return 'its values are network addresses'
    const isPhone =
      share(forms.phone, filled) >= mostlyPattern ||
      (means(words, 'phone') && column.forms.integer + forms.phone >= filled * 0.5 && forms.max > 99_999)
    if (isPhone) return 'its values are phone numbers'
    if (means(words, 'email') && forms.email > 0) return 'its name says so'
    const isText = forms.integer + forms.dot + forms.comma < filled * 0.5
    if (isText && isPersonName(words) && column.meanWords < 4 && !repeatsMuch(column))
      return 'its name says that it holds names of people'
    if (means(words, 'personal') && !repeatsMuch(column)) return 'its name says so'
    return null
  })()
  if (why === null) return null
  return textDraft(column, ['pii'], true, [{ assumption: 'personal data: in no filter and on no page', reason: why }])
}

const repeatsMuch = (column: FileColumn) => !column.many && column.filled >= column.values.size * 5

function isPersonName(words: readonly string[]): boolean {
  const all = words.join(' ')
  if (means(words, 'personName')) return true
  return /^(?:(?:first|last|full|customer|client|guest|patient|person|contact|respondent|member|user|your|asiakkaan|vastaajan|kundens) )?(?:name|nimi|namn|names)$/.test(
    all,
  )
}

/** A column that its name says people wrote in, however few different texts they wrote; null for any other. */
export function remark(column: FileColumn): Draft | null {
  const isWords = column.meanWords >= 2 && column.forms.integer + column.forms.dot + column.forms.comma === 0
  return isWords && means(wordsOf(column.header), 'remark') ? text(column) : null
}

/** What is left: free text, identifiers without a use, leftovers. */
export function text(column: FileColumn, extra: readonly Note[] = []): Draft {
  const { unique, meanWords, longest, forms, filled } = column
  const bare = meanWords < 1.2 && longest <= 60
  const numeric = forms.integer + forms.dot + forms.comma >= filled * 0.9
  if ((unique || column.many || means(column.words, 'identifier')) && (bare || numeric))
    return textDraft(column, ['identifier'], true, [
      ...extra,
      {
        assumption: 'identifier: kept, in no filter',
        reason: unique ? 'no value comes twice' : 'its many values hardly repeat',
      },
    ])
  return textDraft(column, [], false, [
    ...extra,
    { assumption: 'text', reason: extra.length > 0 ? 'nothing else fits' : 'its values hardly repeat' },
  ])
}

function textDraft(
  column: FileColumn,
  roles: ('pii' | 'identifier')[],
  hidden: boolean,
  notes: readonly Note[],
): Draft {
  const { id, title } = column
  return {
    columns: [column],
    question: { type: 'text', id, title, roles, ...(hidden ? { hidden } : {}) },
    reading: {},
    use: { aside: hidden },
    notes,
  }
}

/** Marks the texts that are comments: several words each, or named so, or the longest there is. */
export function withComments(drafts: readonly Draft[]): Draft[] {
  const texts = drafts.filter(({ question, use }) => question.type === 'text' && !use.aside)
  const wordsPer = ({ columns: [column] }: Draft) => column?.meanWords ?? 0
  const longest = texts.reduce<Draft | null>(
    (best, one) => (best === null || wordsPer(one) > wordsPer(best) ? one : best),
    null,
  )
  return drafts.map((draft) => {
    if (!texts.includes(draft) || draft.question.type !== 'text') return draft
    const {
      columns: [column],
    } = draft
    if (!column || column.forms.time > column.answered / 2) return draft
    const words = wordsOf(column.header)
    const named = (means(words, 'comment') || means(words, 'remark')) && column.meanWords >= 1.5
    const why =
      column.meanWords >= commentWords
        ? `its texts have ${Math.round(column.meanWords)} words on average`
        : named
          ? 'its name says so'
          : draft === longest && column.meanWords >= 2
            ? 'the longest texts of the file'
            : null
    if (why === null) return draft
    const notes = [
      ...draft.notes.filter(({ assumption }) => assumption !== 'text'),
      { assumption: 'comments', reason: why },
    ]
    return { ...draft, question: { ...draft.question, roles: ['comment'] }, use: { comment: true }, notes }
  })
}
