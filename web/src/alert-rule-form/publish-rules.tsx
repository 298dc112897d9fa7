import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Changed, ChangeList } from '../control/change-list.tsx'
import { Button } from '../control/control.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import css from '../rule-field/rule-editor.module.css'
import { usePublishRules } from './use-publish-rules.ts'

type Props = {
  /** The whole file. */
  text: string
  version: number
  /** What publishing does, where it is not what it says: taking a rule away. */
  act?: { title: string; why: string }
  /** What it changes, in words. */
  changes?: readonly Changed[]
  disabled?: boolean
  onDone: () => void
}

/** The button that publishes rules, once it was said what that means. */
export function PublishRules({ text, version, act, changes = [], disabled = false, onDone }: Props) {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  const { busy, fault, details, publish } = usePublishRules(version)
  const title = act?.title ?? t('rule.form.publish')
  return (
    <>
      <Button primary={!act} disabled={disabled || busy} onClick={() => setAsks(true)}>
        {title}
      </Button>
      {asks && (
        <Confirm
          title={title}
          act={title}
          busy={busy}
          safe={!act}
          fault={fault}
          onConfirm={() => publish(text, onDone)}
          onClose={() => setAsks(false)}
        >
          <p>{act?.why ?? t('rule.form.publishWhy')}</p>
          {changes.length > 0 && <ChangeList changes={changes} />}
          {details.length > 0 && (
            <ul className={css.faults}>
              {details.map(({ place, expected, found }) => (
                <li key={`${place} ${expected}`}>{t('rule.wrongAt', { place, expected, found })}</li>
              ))}
            </ul>
          )}
        </Confirm>
      )}
    </>
  )
}
