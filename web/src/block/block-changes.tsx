import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { CodeEditor } from '../code-editor/code-editor.tsx'
import { ChangeList } from '../control/change-list.tsx'
import { readText } from '../schema-form/json-value.ts'
import css from './block.module.css'
import { blockTitle } from './block-words.ts'

type Change = Reply<'configBlock.check'>['changes'][number]

/** A value as it was written; what is no short text is said to be new, gone or changed. */
function plain(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : typeof value === 'object' ? null : text
  } catch {
    return text.startsWith('"') ? text.slice(1) : null
  }
}

/** What publishing changes, in words: what, by its titles, and how it was and will be. */
export function BlockChanges({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation()
  const shown = changes.map(({ file, place, titles, before, after }) => {
    const where = [blockTitle(file, t), ...titles, lastOf(place)].filter((one) => one !== '').join(' › ')
    const was = before === null ? [] : [plain(before)].filter((one) => one !== null)
    const is = after === null ? [] : [plain(after)].filter((one) => one !== null)
    const isShort = (before === null || was.length > 0) && (after === null || is.length > 0)
    if (place !== '' && isShort) return { where, before: was, after: is }
    if (before === null) return { where, before: [], after: [t('editor.change.added')] }
    if (after === null) return { where, before: [t('editor.change.removed')], after: [] }
    return { where, before: [], after: [t('editor.change.changed')] }
  })
  return <ChangeList changes={shown} />
}

/** What of a place its titles do not say: `indicators.nps.title` is `title`. */
function lastOf(place: string): string {
  const steps = [...place.matchAll(/([\w$-]+)|\["((?:[^"\\]|\\.)*)"\]/g)].map(([, one, quoted]) => one ?? quoted ?? '')
  return steps.slice(1).join(' › ')
}

/** Both texts laid out alike, each value on a line of its own, so that only what they say differs; as they are where they say the same. */
function alike(before: string, after: string): readonly [string, string] {
  const [was, is] = [before, after].map(readText)
  if (!was || !is || before === '' || after.trim() === '') return [before, after]
  const [one, other] = [was, is].map((value) => JSON.stringify(value, null, 2))
  return one === undefined || other === undefined || one === other ? [before, after] : [one, other]
}

/** The text as it will be, with what went and what came marked in it. */
export function BlockDifference({ label, before, after }: { label: string; before: string; after: string }) {
  const { t } = useTranslation()
  if (before === after) return <p className={css.hint}>{t('block.sameText')}</p>
  const [was, is] = alike(before, after)
  return <CodeEditor label={label} language="json" value={is} compared={was} lines={24} />
}
