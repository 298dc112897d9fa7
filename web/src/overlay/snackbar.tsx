import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { CloseButton, LinkButton } from '../control/control.tsx'
import css from './snackbar.module.css'

const pauseMs = 300
const shownMs = 6000

/** What can be done about a message, such as taking back what it tells. */
type Act = { title: string; run: () => void }

let message: { text: string; act: Act | undefined } | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function put(next: typeof message) {
  message = next
  for (const listener of listeners) listener()
}

/** Shows a message. One that is open closes first, and after 300 ms the new one appears. */
export function say(text: string, act?: Act) {
  clearTimeout(timer)
  const show = () => {
    put({ text, act })
    timer = setTimeout(() => put(null), shownMs)
  }
  if (message === null) return show()
  put(null)
  timer = setTimeout(show, pauseMs)
}

/**
 * Shows a message while something takes long, from so many milliseconds on; `tell` says how far it is. What somebody has
 * closed stays closed.
 */
export async function sayWhile<T>(
  text: string,
  work: (tell: (text: string) => void) => Promise<T>,
  afterMs = pauseMs,
): Promise<T> {
  let own: typeof message = null
  const show = (said: string) => {
    clearTimeout(timer)
    own = { text: said, act: undefined }
    put(own)
  }
  let latest = text
  const later = setTimeout(() => show(latest), afterMs)
  try {
    return await work((said) => {
      latest = said
      if (own !== null && message === own) show(said)
    })
  } finally {
    clearTimeout(later)
    if (own !== null && message === own) put(null)
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function Snackbar() {
  const { t } = useTranslation()
  const shown = useSyncExternalStore(subscribe, () => message)
  return (
    <div className={css.region} role="status" aria-live="polite" data-screen-only>
      {shown !== null && (
        <div className={css.bar}>
          <span>{shown.text}</span>
          {shown.act && (
            <LinkButton
              onClick={() => {
                put(null)
                shown.act?.run()
              }}
            >
              {shown.act.title}
            </LinkButton>
          )}
          <CloseButton label={t('close')} onClick={() => put(null)} />
        </div>
      )}
    </div>
  )
}
