import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areKeysOn, turnKeys } from '../browser/keys.ts'
import { Ticked } from '../control/control.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import css from '../support/support-dialog.module.css'

const shortcuts = [
  ['Ctrl K', 'shortcut.palette'],
  ['?', 'shortcut.list'],
  ['Tab', 'shortcut.tab'],
  ['↑ ↓', 'shortcut.rows'],
  ['← →', 'shortcut.chart'],
  ['j k', 'shortcut.interviews'],
  ['Enter o', 'shortcut.open'],
  ['e', 'shortcut.solve'],
  ['a', 'shortcut.assign'],
  ['x', 'shortcut.pick'],
  ['Esc', 'shortcut.close'],
] as const

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [keys, setKeys] = useState(areKeysOn)
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
      <Ticked
        checked={keys}
        onChange={({ target }) => {
          turnKeys(target.checked)
          setKeys(target.checked)
        }}
      >
        {t('shortcut.single')}
      </Ticked>
    </Dialog>
  )
}
