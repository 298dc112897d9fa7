import type { AnswerOf } from '@kaiku/contract/result.ts'
import { useTranslation } from 'react-i18next'
import css from '../big-screen-surface/surface.module.css'
import { Surface } from '../big-screen-surface/surface.tsx'
import { MarkdownText } from '../note/markdown-text.tsx'

/** Letters that are read with ease at full size. */
const short = 160

/** Words that the page's author wrote. */
export function SlideText({ answer: { text }, title }: { answer: AnswerOf<'Text'>; title: string | undefined }) {
  const { t } = useTranslation()
  return (
    <Surface title={title ?? t('note.title')}>
      <div className={css.text} data-long={text.length > short}>
        <MarkdownText text={text} plain />
      </div>
    </Surface>
  )
}
