import type { LetterContent } from '@kaiku/contract/letter.ts'
import type { Template } from '@kaiku/contract/template.ts'
import { type LetterLayout, letterWindows } from '@kaiku/core/letter-window.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Field, LongField, Select, Ticked } from '../control/control.tsx'
import { Labelled } from '../control/form.tsx'
import { PictureButton } from '../control/picture-button.tsx'
import { textIn, withText } from './block-editor.tsx'
import { FieldNames } from './mail-fields.tsx'
import css from './template.module.css'

type Props = {
  content: LetterContent
  template: Template
  locale: string
  onChange: (content: LetterContent) => void
}

const layouts = Object.keys(letterWindows) as LetterLayout[]
const ticks = ['hasCode', 'hasLogo', 'hasFolds', 'isDuplex'] as const

/** What a letter says, and how it lies on its sheet. */
export function LetterFields({ content, template, locale, onChange }: Props) {
  const { t } = useTranslation()
  const set = (next: Partial<LetterContent>) => onChange({ ...content, ...next })
  const said = (name: 'subject' | 'body' | 'signature') => ({
    value: textIn(content[name], locale),
    onChange: ({ target }: { target: { value: string } }) =>
      set({ [name]: withText(content[name], locale, template.locales, target.value) }),
  })
  return (
    <>
      <Field label={t('template.subject')} {...said('subject')} />
      <LongField label={t('template.letterBody')} rows={12} {...said('body')} />
      <p className={css.hint}>{t('template.letterBodyWhy')}</p>
      <FieldNames fields={[...template.fields, 'code']} />
      <LongField label={t('template.letterSignature')} rows={3} {...said('signature')} />
      <Field
        label={t('template.letterSender')}
        maxLength={200}
        value={content.sender}
        onChange={({ target }) => set({ sender: target.value })}
      />
      <p className={css.hint}>{t('template.letterSenderWhy')}</p>
      <div className={css.bar}>
        <Select
          boxed
          label={t('template.letterLayout')}
          value={content.layout}
          choices={layouts.map((value) => ({ value, title: t(`template.layout.${value}`) }))}
          onChange={(layout) => set({ layout })}
        />
        <Select
          boxed
          label={t('template.letterPaper')}
          value={content.paper}
          choices={(['a4', 'letter'] as const).map((value) => ({ value, title: t(`template.paper.${value}`) }))}
          onChange={(paper) => set({ paper })}
        />
      </div>
      {ticks.map((name) => (
        <Ticked key={name} checked={content[name]} onChange={({ target }) => set({ [name]: target.checked })}>
          {t(`template.letter.${name}`)}
        </Ticked>
      ))}
      <Field
        label={t('template.letterPages')}
        type="number"
        min={1}
        max={20}
        value={content.mostPages}
        onChange={({ target }) => {
          const pages = Math.round(Number(target.value))
          if (pages >= 1 && pages <= 20) set({ mostPages: pages })
        }}
      />
      <Background background={content.background} onChange={(background) => set({ background })} />
    </>
  )
}

/** Bytes of the picture; as text it is a third longer. */
const largest = 500_000

type Background = LetterContent['background']

/** Letter paper: a picture of the whole sheet. */
function Background({ background, onChange }: { background: Background; onChange: (next: Background) => void }) {
  const { t } = useTranslation()
  const [isWrong, setWrong] = useState(false)
  return (
    <Labelled title={t('template.letterBackground')}>
      <div className={css.bar}>
        {background && <img src={background.data} alt={t('template.letterBackground')} className={css.background} />}
        <PictureButton
          label={t('template.letterBackground')}
          text={t('template.letterBackgroundChoose')}
          largest={largest}
          onPicture={(data) => onChange({ data, on: background?.on ?? 'first' })}
          onWrong={setWrong}
        />
        {background && (
          <>
            <Select
              boxed
              label={t('template.letterBackgroundOn')}
              value={background.on}
              choices={(['first', 'each'] as const).map((value) => ({
                value,
                title: t(`template.background.${value}`),
              }))}
              onChange={(on) => onChange({ ...background, on })}
            />
            <Button onClick={() => onChange(null)}>{t('template.letterBackgroundRemove')}</Button>
          </>
        )}
      </div>
      <span role={isWrong ? 'alert' : undefined} className={css.hint}>
        {t('template.letterBackgroundWhy')}
      </span>
    </Labelled>
  )
}
