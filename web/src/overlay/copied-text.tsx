import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../control/control.tsx'
import css from './copied-text.module.css'
import { copyText } from './copy-link.ts'

/** Texts to take elsewhere, such as a token and its address, each with a button that copies it. */
export function CopiedTexts({ texts }: { texts: readonly { title: string; value: string }[] }) {
  const { t } = useTranslation()
  const copy = (value: string) => copyText(value, t('scim.copied'), t('saved.linkNotCopied'))
  return (
    <dl className={css.texts}>
      {texts.map(({ title, value }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <code>{value}</code>
            <Button onClick={() => copy(value)}>
              <IconCopy size={16} aria-hidden />
              <span className="hidden-text">{t('scim.copy', { what: title })}</span>
            </Button>
          </dd>
        </div>
      ))}
    </dl>
  )
}
