import {
  IconAlertTriangle,
  IconArrowBarToLeft,
  IconArrowBarToRight,
  IconChevronDown,
  IconChevronUp,
  IconCopy,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../card/card.tsx'
import { IconButton } from '../control/control.tsx'
import { Notice } from '../overlay/notice.tsx'
import { PageComponent } from '../page-component/page-component.tsx'
import { titleOf } from '../page-form/component-title.ts'
import type { WrittenComponent } from '../page-form/page-edit.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './editor-grid.module.css'
import { useDrag } from './use-drag.ts'
import type { Preview } from './use-preview.ts'

type Props = {
  written: WrittenComponent
  at: number
  name: string
  /** Columns of twelve. */
  span: number
  isLast: boolean
  isSelected: boolean
  /** Something is held over it and would take its place. */
  isOver: boolean
  /** How many things are wrong with it. */
  faults: number
  preview: Preview | undefined
  onSelect: () => void
  onMove: (to: number) => void
  onOver: (at: number | null) => void
  onResize: (span: number) => void
  onRemove: () => void
  onCopy: () => void
}

/** A component as it will stand, under what can be done to it. */
export function EditorCell(props: Props) {
  const { at, name, span, preview, written, isSelected, isOver, onSelect, onResize } = props
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const [held, setHeld] = useState<number | null>(null)
  const title = titleOf(written, i18n.language, survey.locale)
  const label = title ?? name
  const cell = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isSelected) cell.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    <section
      ref={cell}
      className={css.cell}
      data-span={held ?? span}
      data-index={at}
      data-selected={isSelected || undefined}
      data-over={isOver || undefined}
      aria-label={t('editor.component', { name: label, place: at + 1 })}
    >
      <Tools {...props} label={label} />
      <div className={css.preview}>
        <div inert className={css.shown}>
          <Shown preview={preview} name={name} title={title} />
        </div>
        <button
          type="button"
          className={css.cover}
          aria-label={t('editor.configure', { name: label })}
          aria-expanded={isSelected}
          onClick={onSelect}
        />
        <Edge span={span} onHeld={setHeld} onResize={onResize} />
      </div>
    </section>
  )
}

type ToolsProps = Props & { label: string }

function Tools(props: ToolsProps) {
  const { at, name, label, span, isLast, faults, onMove, onResize, onRemove, onCopy } = props
  const { t } = useTranslation()
  return (
    <div className={css.tools}>
      <Handle {...props} />
      <span className={css.name}>{name}</span>
      {faults > 0 && (
        <span className={css.faulty}>
          <IconAlertTriangle size={14} aria-hidden />
          {t('editor.faults', { count: faults })}
        </span>
      )}
      <span className={css.space} />
      <IconButton small label={t('editor.earlier')} disabled={at === 0} onClick={() => onMove(at - 1)}>
        <IconChevronUp size={15} />
      </IconButton>
      <IconButton small label={t('editor.later')} disabled={isLast} onClick={() => onMove(at + 1)}>
        <IconChevronDown size={15} />
      </IconButton>
      <IconButton small className={css.wide} label={t('editor.narrower')} onClick={() => onResize(span - 1)}>
        <IconArrowBarToLeft size={15} />
      </IconButton>
      <IconButton small className={css.wide} label={t('editor.wider')} onClick={() => onResize(span + 1)}>
        <IconArrowBarToRight size={15} />
      </IconButton>
      <IconButton small label={t('editor.copy')} onClick={onCopy}>
        <IconCopy size={15} />
      </IconButton>
      <IconButton small label={t('editor.remove', { name: label })} onClick={onRemove}>
        <IconTrash size={15} />
      </IconButton>
    </div>
  )
}

function Handle({ at, label, span, onSelect, onMove, onOver, onResize, onRemove }: ToolsProps) {
  const { t } = useTranslation()
  const drag = useDrag(onOver, onMove)
  const walk = (event: KeyboardEvent) => {
    const step = steps.get(event.key)
    if (step !== undefined) (event.shiftKey ? onResize : onMove)((event.shiftKey ? span : at) + step)
    else if (event.key === 'Delete') onRemove()
    else if (event.key === 'Enter') onSelect()
    else return
    event.preventDefault()
  }
  return (
    <button
      type="button"
      className={css.handle}
      data-handle
      aria-label={t('editor.move', { name: label })}
      title={t('editor.moveHow')}
      onKeyDown={walk}
      {...drag}
    >
      <IconGripVertical size={16} aria-hidden />
    </button>
  )
}

const steps = new Map([
  ['ArrowLeft', -1],
  ['ArrowUp', -1],
  ['ArrowRight', 1],
  ['ArrowDown', 1],
])

function Shown({ preview, name, title }: { preview: Preview | undefined; name: string; title: string | undefined }) {
  const { t } = useTranslation()
  if (!preview?.asked)
    return (
      <Card title={title ?? name}>
        <Notice title={t('editor.unfinished')}>{t('editor.unfinishedWhy')}</Notice>
      </Card>
    )
  const { asked, answer, error, indicators, retry } = preview
  return <PageComponent {...{ asked, answer, error, indicators, title }} onRetry={retry} />
}

/** The right edge of a component, to be pulled. The keyboard has the handle for it. */
function Edge({
  span,
  onHeld,
  onResize,
}: {
  span: number
  onHeld: (span: number | null) => void
  onResize: (span: number) => void
}) {
  const [from, setFrom] = useState<{ x: number; column: number } | null>(null)
  const spanAt = (x: number) => (from ? Math.max(3, Math.min(12, Math.round(span + (x - from.x) / from.column))) : span)
  return (
    <div
      className={css.edge}
      data-edge
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        const cell = event.currentTarget.closest('section')?.getBoundingClientRect()
        setFrom({ x: event.clientX, column: (cell?.width ?? 0) / span })
      }}
      onPointerMove={(event) => from && onHeld(spanAt(event.clientX))}
      onPointerUp={(event) => {
        if (from) onResize(spanAt(event.clientX))
        setFrom(null)
        onHeld(null)
      }}
      onPointerCancel={() => {
        setFrom(null)
        onHeld(null)
      }}
    />
  )
}
