import { useTranslation } from 'react-i18next'
import css from './task.module.css'

type Props = { title: string; progress: number }

/** How much of a task is done, from 0 to 1. */
export function TaskProgress({ title, progress }: Props) {
  const { i18n } = useTranslation()
  return (
    <span className={css.progress}>
      <progress max={1} value={progress} aria-label={title} />
      <span>{new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(progress)}</span>
    </span>
  )
}
