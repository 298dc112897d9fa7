import { leastContrast } from '@kaiku/core/colour.ts'
import { messageIcons } from '@kaiku/core/system-message.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '../control/control.tsx'
import css from './message.module.css'
import { contrastOf, type MessageDraft, readsWell } from './message-draft.ts'

type Props = { draft: MessageDraft; onChange: (change: Partial<MessageDraft>) => void }

/** Icon and colours, and whether the text can be read. */
export function LookFields({ draft, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const said = (ratio: number) => new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(ratio)
  const isGood = readsWell(draft)
  return (
    <>
      <div className={css.row}>
        <Select
          boxed
          label={t('systemMessage.icon')}
          value={draft.icon}
          choices={messageIcons.map((value) => ({ value, title: t(`systemMessage.icon.${value}`) }))}
          onChange={(icon) => onChange({ icon })}
        />
        <Colour
          label={t('systemMessage.background')}
          value={draft.backgroundColor}
          onChange={(backgroundColor) => onChange({ backgroundColor })}
        />
        <Colour
          label={t('systemMessage.colour')}
          value={draft.textColor}
          onChange={(textColor) => onChange({ textColor })}
        />
      </div>
      <p role="status" className={isGood ? css.good : css.fault}>
        {t(isGood ? 'systemMessage.contrastGood' : 'systemMessage.contrastBad', {
          contrast: said(contrastOf(draft)),
          least: said(leastContrast),
        })}
      </p>
    </>
  )
}

function Colour({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <span className={css.colour}>
      <input id={id} type="color" value={value} onChange={({ target }) => onChange(target.value)} />
      <label htmlFor={id}>{label}</label>
    </span>
  )
}
