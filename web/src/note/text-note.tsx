import { useTranslation } from 'react-i18next'
import { Card } from '../card/card.tsx'
import type { ComponentProps } from '../figure/component-props.ts'
import { MarkdownText } from './markdown-text.tsx'
import css from './text-note.module.css'

/** Words that the page's author wrote. */
export function TextNote({ answer, title }: ComponentProps<'Text'>) {
  const { t } = useTranslation()
  return (
    <Card title={title ?? t('note.title')}>
      <div className={css.text}>
        <MarkdownText text={answer.text} />
      </div>
    </Card>
  )
}
