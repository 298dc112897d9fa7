import { useTranslation } from 'react-i18next'
import type { ComponentProps } from '../figure/component-props.ts'
import { Card } from '../ui/card.tsx'
import { Marked } from '../ui/marked.tsx'
import css from './text-note.module.css'

/** Words that the page's author wrote: paragraphs between empty lines, `**bold**` marks, nothing else. */
export function TextNote({ answer, title }: ComponentProps<'Text'>) {
  const { t } = useTranslation()
  return (
    <Card title={title ?? t('note.title')}>
      <div className={css.text}>
        {answer.text.split(/\n\s*\n/).map((paragraph) => (
          <p key={paragraph}>
            <Marked text={paragraph} />
          </p>
        ))}
      </div>
    </Card>
  )
}
