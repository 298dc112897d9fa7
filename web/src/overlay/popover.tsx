import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import css from './popover.module.css'

const gap = 6
const edge = 8

/** Below the anchor where there is room, else above; never outside the window. */
function place(panel: HTMLElement, anchor: HTMLElement, align: 'start' | 'end') {
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const left = align === 'start' ? at.left : at.right - width
  const below = at.bottom + gap
  const fits = below + height <= window.innerHeight - edge || at.top < window.innerHeight / 2
  panel.style.left = `${Math.max(edge, Math.min(left, window.innerWidth - width - edge))}px`
  panel.style.top = `${fits ? below : Math.max(edge, at.top - gap - height)}px`
}

type Props = {
  /** The button that opens it gets these. */
  trigger: (wiring: {
    ref: RefObject<HTMLButtonElement | null>
    onClick: () => void
    'aria-expanded': boolean
    'aria-haspopup': 'dialog' | 'menu'
    'aria-controls': string
  }) => ReactNode
  label: string
  align?: 'start' | 'end'
  /** `menu`: everything in it is one of its acts. */
  role?: 'dialog' | 'menu'
  children: (close: () => void) => ReactNode
}

/** A panel beside its button. Escape or a press outside closes it; arrows walk its items; focus goes back. */
export function Popover({ trigger, label, align = 'start', role = 'dialog', children }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const close = () => {
    panel.current?.hidePopover()
    button.current?.focus()
  }
  useLayoutEffect(() => {
    const [shown, anchor] = [panel.current, button.current]
    if (!open || !shown || !anchor) return
    shown.showPopover()
    const move = () => place(shown, anchor, align)
    move()
    shown.querySelector<HTMLElement>('[data-first], input, button, a')?.focus({ preventScroll: true })
    const watch = new ResizeObserver(move)
    watch.observe(shown)
    window.addEventListener('resize', move)
    return () => {
      watch.disconnect()
      window.removeEventListener('resize', move)
    }
  }, [open, align])
  return (
    <>
      {trigger({
        ref: button,
        onClick: () => (open ? close() : setOpen(true)),
        'aria-expanded': open,
        'aria-haspopup': role,
        'aria-controls': id,
      })}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it has a role, of which the linter cannot know */}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles are named */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role={role}
        aria-label={label}
        className={css.popover}
        onToggle={(event) => event.newState === 'closed' && setOpen(false)}
        onKeyDown={role === 'menu' ? (event) => walkMenu(event, close) : walk}
      >
        {open && children(close)}
      </div>
    </>
  )
}

/** As arrows; besides the ends and first letters. Who goes on by Tab leaves it. */
function walkMenu(event: KeyboardEvent<HTMLElement>, close: () => void) {
  if (event.key === 'Tab') return close()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')]
  const at = document.activeElement instanceof HTMLElement ? items.indexOf(document.activeElement) : -1
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  const begins = (item: HTMLElement) => item.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase())
  const isLetter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
  const ends = { Home: items[0], End: items.at(-1) }
  const next = event.key === 'Home' || event.key === 'End' ? ends[event.key] : isLetter ? after.find(begins) : undefined
  if (!next) return walk(event)
  event.preventDefault()
  next.focus()
}

const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])

/** Arrow keys move the focus through everything that can be focused inside. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = steps.get(event.key)
  // A select chooses with arrows itself.
  if (step === undefined || event.target instanceof HTMLSelectElement) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input')]
  const at = document.activeElement instanceof HTMLElement ? items.indexOf(document.activeElement) : -1
  const next = items[(at + step + items.length) % items.length]
  if (!next) return
  event.preventDefault()
  next.focus()
}

type ItemProps = { icon?: ReactNode; current?: boolean; onSelect: () => void; children: ReactNode }

export const PopoverItem = ({ icon, current, onSelect, children }: ItemProps) => (
  <button type="button" className={css.item} aria-current={current ? 'true' : undefined} onClick={onSelect}>
    {icon}
    {children}
  </button>
)
export const popoverItem = css.item
export const PopoverHeading = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p id={id} className={css.heading}>
    {children}
  </p>
)
export const PopoverLine = () => <hr className={css.line} />
