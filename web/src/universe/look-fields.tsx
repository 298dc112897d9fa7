import { brandOf, leastContrast } from '@kaiku/core/colour.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Field } from '../control/control.tsx'
import { Labelled } from '../control/form.tsx'
import { PictureButton } from '../control/picture-button.tsx'
import css from './settings.module.css'
import type { SettingsDraft } from './settings-form.tsx'

/** Bytes of the picture; as text it is a third longer. */
const largest = 110_000
const kaiku = '#0000c8'

/** Name, logo and colour; the whole window shows them at once. */
export function LookFields({
  draft,
  onChange,
}: {
  draft: SettingsDraft
  onChange: (change: Partial<SettingsDraft>) => void
}) {
  const { t } = useTranslation()
  const { settings } = draft
  const set = (change: Partial<typeof settings>) => onChange({ settings: { ...settings, ...change } })
  return (
    <>
      <Field
        label={t('settings.name')}
        value={draft.title}
        maxLength={120}
        required
        onChange={({ target: { value } }) => onChange({ title: value })}
      />
      <Logo logo={settings.logo} onLogo={(logo) => set({ logo })} />
      <Colour colour={settings.colour} onColour={(colour) => set({ colour })} />
    </>
  )
}

function Logo({ logo, onLogo }: { logo: string; onLogo: (logo: string) => void }) {
  const { t } = useTranslation()
  const [isWrong, setWrong] = useState(false)
  return (
    <Labelled title={t('settings.logo')}>
      <div className={css.row}>
        <span className={css.logo}>
          {logo === '' ? t('settings.logoNone') : <img src={logo} alt={t('settings.logo')} />}
        </span>
        <PictureButton
          label={t('settings.logo')}
          text={t('settings.logoHint')}
          largest={largest}
          onPicture={onLogo}
          onWrong={setWrong}
        />
        {logo !== '' && <Button onClick={() => onLogo('')}>{t('settings.logoRemove')}</Button>}
      </div>
      {isWrong && (
        <span role="alert" className={css.fault}>
          {t('settings.logoWrong')}
        </span>
      )}
    </Labelled>
  )
}

function Colour({ colour, onColour }: { colour: string; onColour: (colour: string) => void }) {
  const { t, i18n } = useTranslation()
  const contrast = brandOf(colour)?.contrast
  const said = (ratio: number) => new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(ratio)
  return (
    <Labelled title={t('settings.colour')}>
      <div className={css.row}>
        <input
          type="color"
          className={css.colour}
          aria-label={t('settings.colour')}
          value={colour === '' ? kaiku : colour}
          onChange={({ target }) => onColour(target.value)}
        />
        {colour !== '' && <Button onClick={() => onColour('')}>{t('settings.colourOwn')}</Button>}
        <span className={css.light}>
          <span className={css.sample}>{t('settings.sample')}</span>
        </span>
        <span className={css.dark}>
          <span className={css.sample}>{t('settings.sample')}</span>
        </span>
      </div>
      {contrast !== undefined && (
        <span role="status" className={contrast < leastContrast ? css.fault : css.good}>
          {t(contrast < leastContrast ? 'settings.colourBad' : 'settings.colourGood', {
            contrast: said(contrast),
            least: said(leastContrast),
          })}
        </span>
      )}
    </Labelled>
  )
}
