import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/dialog.tsx'
import css from './support-dialog.module.css'

const shortcuts = [
  ['Ctrl K', 'shortcut.palette'],
  ['?', 'shortcut.list'],
  ['Tab', 'shortcut.tab'],
  ['↑ ↓', 'shortcut.rows'],
  ['← →', 'shortcut.chart'],
  ['j k', 'shortcut.interviews'],
  ['Enter', 'shortcut.open'],
  ['Esc', 'shortcut.close'],
] as const

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('shortcut.title')} onClose={onClose}>
      <dl className={`${css.facts} ${css.keys} ${css.support}`}>
        {shortcuts.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.split(' ').map((key) => (
                <Fragment key={key}>
                  <kbd>{key}</kbd>{' '}
                </Fragment>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
