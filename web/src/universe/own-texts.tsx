import type { UniverseSettings } from '@kaiku/contract/universe.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Field, IconButton, Select } from '../control/control.tsx'
import { Labelled } from '../control/form.tsx'
import { isLocale, type Locale, locales } from '../text/text.ts'
import css from './settings.module.css'

type Texts = UniverseSettings['texts']
type Line = { locale: Locale; key: string; text: string }

const linesOf = (texts: Texts): Line[] =>
  Object.entries(texts).flatMap(([locale, own]) =>
    isLocale(locale) ? Object.entries(own).map(([key, text]) => ({ locale, key, text })) : [],
  )

function textsOf(lines: readonly Line[]): Texts {
  const texts: Texts = {}
  for (const { locale, key, text } of lines) if (key !== '') texts[locale] = { ...texts[locale], [key]: text }
  return texts
}

/** Texts of the screens in the universe's own words, a line each. */
export function OwnTexts({ texts, onChange }: { texts: Texts; onChange: (texts: Texts) => void }) {
  const { t, i18n } = useTranslation()
  const [lines, setLines] = useState(() => linesOf(texts))
  const put = (next: Line[]) => {
    setLines(next)
    onChange(textsOf(next))
  }
  const change = (at: number, part: Partial<Line>) =>
    put(lines.map((line, own) => (own === at ? { ...line, ...part } : line)))
  return (
    <Labelled title={t('settings.texts')}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name while its key is typed
        <div key={at} className={css.text}>
          <Select
            label={t('display.language')}
            boxed
            value={line.locale}
            choices={Object.entries(locales).map(([value, title]) => ({ value: value as Locale, title }))}
            onChange={(locale) => change(at, { locale })}
          />
          <Field
            label={t('settings.textKey')}
            hideLabel
            placeholder={t('settings.textKey')}
            value={line.key}
            onChange={({ target }) => change(at, { key: target.value.trim() })}
          />
          <Field
            label={t('settings.text')}
            hideLabel
            placeholder={i18n.exists(line.key) ? t(line.key as 'save') : t('settings.text')}
            value={line.text}
            onChange={({ target }) => change(at, { text: target.value })}
          />
          <IconButton
            label={t('settings.textRemove', { key: line.key })}
            onClick={() => put(lines.filter((_, own) => own !== at))}
          >
            <IconTrash size={18} stroke={1.7} />
          </IconButton>
        </div>
      ))}
      <div className={css.row}>
        <Button
          onClick={() =>
            setLines([...lines, { locale: isLocale(i18n.language) ? i18n.language : 'en', key: '', text: '' }])
          }
        >
          <IconPlus size={16} aria-hidden />
          {t('settings.textAdd')}
        </Button>
      </div>
    </Labelled>
  )
}
