import type { AnswerOf } from '@kaiku/contract/result.ts'
import { useTranslation } from 'react-i18next'
import { MarkdownText } from '../note/markdown-text.tsx'
import { Surface } from '../wall-surface/surface.tsx'
import css from '../wall-surface/wall.module.css'

/** Letters that are read with ease at full size. */
const short = 160

/** Words that the page's author wrote. */
export function WallText({ answer: { text }, title }: { answer: AnswerOf<'Text'>; title: string | undefined }) {
  const { t } = useTranslation()
  return (
    <Surface title={title ?? t('note.title')}>
      <div className={css.text} data-long={text.length > short}>
        <MarkdownText text={text} plain />
      </div>
    </Surface>
  )
}
