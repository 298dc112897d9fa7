import type { PlaceName } from '@kaiku/contract/role.ts'
import type { NodesByView } from '@kaiku/core/access.ts'
import { IconMapPin, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { Button } from '../control/control.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { hasPlace, togglePlace } from '../people/role-draft.ts'
import { PlaceTree } from './place-tree.tsx'
import css from './role.module.css'

type Props = {
  label: string
  views: Reply<'role.places'>['views']
  nodes: NodesByView
  /** Names of the places that are known, whatever is chosen of them. */
  names: readonly PlaceName[]
  onName: (place: PlaceName) => void
  onNodes: (nodes: Record<string, string[][]>) => void
}

/** Where permissions hold: places of each view, chosen from its tree. Views without places do not narrow. */
export function ScopeEditor({ label, views, nodes, names, onName, onNodes }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<string | null>(null)
  const view = views.find(({ extName }) => extName === open)
  const nameOf = (viewName: string, path: readonly string[]) => {
    const known = names.find((one) => one.view === viewName && one.path.join() === path.join())?.names
    return known && known.length > 1 ? known.slice(1).join(' › ') : (known?.[0] ?? path.join(' › '))
  }
  return (
    <ul className={css.views} aria-label={label}>
      {views.map(({ extName, title }) => (
        <li key={extName}>
          <span className={css.view}>{title}</span>
          <span className={css.chips}>
            {(nodes[extName] ?? []).map((path) => (
              <span key={path.join()} className={css.chip}>
                {nameOf(extName, path)}
                <button
                  type="button"
                  aria-label={t('place.remove', { name: nameOf(extName, path) })}
                  onClick={() => onNodes(togglePlace(nodes, extName, path))}
                >
                  <IconX size={14} aria-hidden />
                </button>
              </span>
            ))}
            {(nodes[extName] ?? []).length === 0 && <span className={css.everywhere}>{t('access.everywhere')}</span>}
            <Button onClick={() => setOpen(extName)}>
              <IconMapPin size={15} aria-hidden /> {t('place.add')}
              <span className="hidden-text">{title}</span>
            </Button>
          </span>
        </li>
      ))}
      {view && (
        <Dialog title={t('place.addTo', { view: view.title })} onClose={() => setOpen(null)}>
          <PlaceTree
            view={view.extName}
            isChosen={(path) => hasPlace(nodes, view.extName, path)}
            onChoose={(place) => {
              onName(place)
              onNodes(togglePlace(nodes, view.extName, place.path))
            }}
          />
          <p className={css.done}>
            <Button primary onClick={() => setOpen(null)}>
              {t('place.done')}
            </Button>
          </p>
        </Dialog>
      )}
    </ul>
  )
}
