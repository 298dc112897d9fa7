import { IconSunMoon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { chooseLocale, locales, useOfferedLocales } from '../text/text.ts'
import { IconButton, Segments } from '../ui/control.tsx'
import { Popover, PopoverHeading, PopoverItem, PopoverLine } from '../ui/popover.tsx'
import { chooseTheme, themes, useTheme } from '../ui/theme.ts'

/** Light or dark, and the language; both are remembered by this browser. */
export function DisplayMenu() {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const offered = useOfferedLocales()
  return (
    <Popover
      label={t('display.title')}
      align="end"
      trigger={(wiring) => (
        <IconButton {...wiring} label={t('display.title')}>
          <IconSunMoon size={20} stroke={1.7} />
        </IconButton>
      )}
    >
      {(close) => (
        <>
          <PopoverHeading>{t('display.theme')}</PopoverHeading>
          <Segments
            label={t('display.theme')}
            value={theme}
            choices={themes.map((one) => ({ value: one, title: t(`theme.${one}`) }))}
            onChange={chooseTheme}
          />
          <PopoverLine />
          <PopoverHeading>{t('display.language')}</PopoverHeading>
          {offered.map((locale) => (
            <PopoverItem
              key={locale}
              current={i18n.language === locale}
              onSelect={() => {
                close()
                void chooseLocale(locale)
              }}
            >
              <span lang={locale}>{locales[locale]}</span>
            </PopoverItem>
          ))}
        </>
      )}
    </Popover>
  )
}
