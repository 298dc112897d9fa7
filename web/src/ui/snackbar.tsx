import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { CloseButton } from './control.tsx'
import css from './snackbar.module.css'

const pauseMs = 300
const shownMs = 6000

let message: string | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function put(text: string | null) {
  message = text
  for (const listener of listeners) listener()
}

/** Shows a message. One that is open closes first, and after 300 ms the new one appears. */
export function say(text: string) {
  clearTimeout(timer)
  const show = () => {
    put(text)
    timer = setTimeout(() => put(null), shownMs)
  }
  if (message === null) return show()
  put(null)
  timer = setTimeout(show, pauseMs)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function Snackbar() {
  const { t } = useTranslation()
  const text = useSyncExternalStore(subscribe, () => message)
  return (
    <div className={css.region} role="status" aria-live="polite" data-screen-only>
      {text !== null && (
        <div className={css.bar}>
          <span>{text}</span>
          <CloseButton label={t('close')} onClick={() => put(null)} />
        </div>
      )}
    </div>
  )
}
