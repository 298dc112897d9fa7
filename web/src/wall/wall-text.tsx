import { useTranslation } from 'react-i18next'
import { Marked } from '../ui/marked.tsx'
import { Surface } from './surface.tsx'
import css from './wall.module.css'

const paragraphs = (text: string) => text.split(/\n\s*\n/)
/** Letters that are read with ease at full size. */
const short = 160

/** Words that the page's author wrote. */
export function WallText({ text, title }: { text: string; title: string | undefined }) {
  const { t } = useTranslation()
  return (
    <Surface title={title ?? t('note.title')}>
      <div className={css.text} data-long={text.length > short}>
        {paragraphs(text).map((paragraph) => (
          <p key={paragraph}>
            <Marked text={paragraph} />
          </p>
        ))}
      </div>
    </Surface>
  )
}
