import { formatCount } from '@kaiku/core/format.ts'
import { type Localised, localise } from '@kaiku/core/localised.ts'
import { type PlaceChange, placeChangeKinds, placeChanges } from '@kaiku/core/place-change.ts'
import type { Nodes } from '@kaiku/core/place-tree.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeList } from '../control/change-list.tsx'
import css from './place-editor.module.css'

const mostOfKind = 30

type Props = { before: Nodes; after: Nodes; own: string; rootTitle: string }

/** What became of places, in words: how many of each kind, and each of them old beside new. */
export function TreeChanges({ before, after, own, rootTitle }: Props) {
  const { t, i18n } = useTranslation()
  const changes = useMemo(() => placeChanges(before, after), [before, after])
  const told = (text: Localised | null, nothing: string) =>
    text === null ? nothing : localise(text, i18n.language, own)
  const shown = ({ kind, id, name, before: was, after: is }: PlaceChange) => {
    const nothing = kind === 'moved' || kind === 'added' || kind === 'gone' ? rootTitle : ''
    const [old, next] = [told(was, nothing), told(is, nothing)]
    return {
      where: localise(name, i18n.language, own) || id,
      before: kind === 'added' || old === '' ? [] : [old],
      after: kind === 'gone' || next === '' ? [] : [next],
    }
  }
  return (
    <div className={css.changes}>
      {placeChangeKinds.map((kind) => {
        const own = changes.filter((one) => one.kind === kind)
        if (own.length === 0) return null
        return (
          <section
            key={kind}
            aria-label={t(`placeEditor.change.${kind}`, {
              count: own.length,
              n: formatCount(own.length, i18n.language),
            })}
          >
            <h3>{t(`placeEditor.change.${kind}`, { count: own.length, n: formatCount(own.length, i18n.language) })}</h3>
            <ChangeList changes={own.slice(0, mostOfKind).map(shown)} />
            {own.length > mostOfKind && (
              <p className={css.hint}>
                {t('placeEditor.andMore', { n: formatCount(own.length - mostOfKind, i18n.language) })}
              </p>
            )}
          </section>
        )
      })}
    </div>
  )
}
