import { IconCopy, IconPrinter } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../control/control.tsx'
import { copyText } from '../overlay/copy-link.ts'
import css from './second-factor.module.css'

/** The codes, once: to be copied, printed or written down. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const copy = () => copyText(codes.join('\n'), t('factor.copied'), t('saved.linkNotCopied'))
  const print = () => {
    list.current?.setAttribute('data-printed', '')
    document.documentElement.setAttribute('data-printing', '')
    window.print()
    list.current?.removeAttribute('data-printed')
    document.documentElement.removeAttribute('data-printing')
  }
  return (
    <div className={css.stage}>
      <p>{t('factor.codesOnce')}</p>
      <ul ref={list} className={css.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={css.acts}>
        <Button onClick={copy}>
          <IconCopy size={16} aria-hidden />
          {t('factor.copy')}
        </Button>
        <Button onClick={print}>
          <IconPrinter size={16} aria-hidden />
          {t('factor.print')}
        </Button>
        <Button primary onClick={onDone}>
          {t('factor.done')}
        </Button>
      </div>
    </div>
  )
}
