import type { PageFault, WrittenPage } from '@kaiku/contract/page-draft.ts'
import { IconArrowBackUp, IconArrowForwardUp, IconPlus, IconSettings } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../control/control.tsx'
import { useAt } from '../drill-path/at.tsx'
import { FilterChips } from '../filter-panel/filter-chips.tsx'
import { Notice } from '../overlay/notice.tsx'
import { takeAdding } from '../page/editing.ts'
import { ComponentPanel } from '../page-form/component-panel.tsx'
import { Gallery } from '../page-form/gallery.tsx'
import { componentsOf, inserted, replaced, type WrittenComponent } from '../page-form/page-edit.ts'
import { PagePanel } from '../page-form/page-panel.tsx'
import { EditorGrid } from './editor-grid.tsx'
import css from './page-editor.module.css'
import { PlainPage } from './plain-page.tsx'
import type { PageEditorState } from './use-page-editor.ts'

type Props = {
  editor: PageEditorState
  /** Which of the pages is in the editor. */
  at: number
  faults: readonly PageFault[]
  /** Which pages there are, before what is done to this one. */
  pages?: ReactNode
  /** What becomes of the work: saving, publishing, leaving. */
  acts: ReactNode
  children?: ReactNode
}

type Chosen = { what: 'page' } | { what: 'component'; at: number } | null

/** A page being edited: what can be done to it, its components, and what belongs to the one that is chosen. */
export function PageEditor({ editor, at, faults, pages, acts, children }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Chosen>(null)
  const [turn, setTurn] = useState(0)
  const [adding, setAdding] = useState(false)
  const [previewing, setPreviewing] = useState(false)
  useUndoKeys(editor)
  useAdding(useAt().page, (added) => {
    const open = editor.pages[at]
    if (!open) return
    const before = componentsOf(open)
    editor.change(replaced(editor.pages, at, { ...open, components: [...before, added] }))
    setChosen({ what: 'component', at: before.length })
  })
  const page = editor.pages[at]
  if (!page) return <Notice title={t('page.unknown')}>{t('page.unknownWhy')}</Notice>
  const components = componentsOf(page)
  const own = faults.flatMap(({ place, ...fault }) =>
    place.startsWith(`pages[${at}].`) ? [{ ...fault, place: place.slice(`pages[${at}].`.length) }] : [],
  )
  const selected = chosen?.what === 'component' && chosen.at < components.length ? chosen.at : null
  const setPage = (next: WrittenPage, key?: string) =>
    editor.change(replaced(editor.pages, at, next), key && `${at} ${key}`)
  const setComponents = (next: readonly unknown[], key?: string) => setPage({ ...page, components: next }, key)
  return (
    <div className={css.editor}>
      <div className={css.bar} role="toolbar" aria-label={t('editor.title')}>
        {pages}
        <IconButton label={t('editor.page')} onClick={() => setChosen({ what: 'page' })}>
          <IconSettings size={18} />
        </IconButton>
        <Button onClick={() => setAdding(true)}>
          <IconPlus size={16} aria-hidden />
          {t('editor.add')}
        </Button>
        <IconButton label={t('editor.undo')} disabled={!editor.canUndo} onClick={editor.undo}>
          <IconArrowBackUp size={18} />
        </IconButton>
        <IconButton label={t('editor.redo')} disabled={!editor.canRedo} onClick={editor.redo}>
          <IconArrowForwardUp size={18} />
        </IconButton>
        <Button aria-pressed={previewing} onClick={() => setPreviewing(!previewing)}>
          {t(previewing ? 'editor.goOn' : 'editor.preview')}
        </Button>
        <div className={css.acts}>{acts}</div>
      </div>
      {children}
      <div className={css.filters}>
        <FilterChips />
      </div>
      {components.length === 0 && <Notice title={t('page.empty')}>{t('editor.emptyWhy')}</Notice>}
      {previewing ? (
        <PlainPage components={components} />
      ) : (
        <EditorGrid
          key={at}
          components={components}
          faults={own}
          selected={selected}
          onSelect={(index, follows = false) => {
            setChosen(index === null ? null : { what: 'component', at: index })
            if (!follows) setTurn(turn + 1)
          }}
          onChange={setComponents}
        />
      )}
      {chosen?.what === 'page' && (
        <PagePanel page={page} faults={own} onChange={setPage} onClose={() => setChosen(null)} />
      )}
      {selected !== null && (
        <ComponentPanel
          // Its panel takes the focus when it is chosen, not when it moves.
          key={turn}
          written={components[selected] ?? {}}
          faults={own.flatMap(({ place, ...fault }) =>
            place.startsWith(`components[${selected}]`)
              ? [{ ...fault, place: place.slice(`components[${selected}].`.length) }]
              : [],
          )}
          onChange={(next, key) => setComponents(replaced(components, selected, next), key && `${selected} ${key}`)}
          onClose={() => setChosen(null)}
        />
      )}
      {adding && (
        <Gallery
          onClose={() => setAdding(false)}
          onAdd={(written) => {
            const place = selected === null ? components.length : selected + 1
            setComponents(inserted(components, place, written))
            setChosen({ what: 'component', at: place })
            setTurn(turn + 1)
            setAdding(false)
          }}
        />
      )}
    </div>
  )
}

/** Puts what the editor was opened for onto its page. */
function useAdding(page: string, add: (component: WrittenComponent) => void) {
  useEffect(() => {
    const adding = takeAdding(page)
    if (adding) add({ ...adding })
  })
}

/** Ctrl or Cmd with Z and Y, except where a text is being written: that has its own. */
export function useUndoKeys({ undo, redo }: Pick<PageEditorState, 'undo' | 'redo'>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isText = event.target instanceof HTMLElement && event.target.matches('input:not([type=checkbox]), textarea')
      if (isText || !(event.ctrlKey || event.metaKey)) return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) redo()
      else undo()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}
