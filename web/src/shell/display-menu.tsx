import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { chooseTheme, themes, useTheme } from '../browser/theme.ts'
import { IconButton, LinkButton, Segments } from '../control/control.tsx'
import { Popover, PopoverHeading, PopoverItem, PopoverLine } from '../overlay/popover.tsx'
import { useIdentity } from '../session/identity.ts'
import { chooseLocale, isLocale, locales, useOfferedLocales } from '../text/text.ts'
import css from './account-menu.module.css'
import { useAccountLocale } from './use-account-locale.ts'

/** The language of this device, and light or dark. Where the account has another language, it says so. */
export function DisplayMenu() {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const offered = useOfferedLocales()
  const { isReadOnly } = useIdentity()
  const { own, save } = useAccountLocale()
  const here = i18n.language
  return (
    <Popover
      label={t('display.title')}
      align="end"
      trigger={(wiring) => (
        <IconButton {...wiring} label={t('display.title')}>
          <IconLanguage size={20} stroke={1.7} />
        </IconButton>
      )}
    >
      {(close) => (
        <>
          <PopoverHeading>{t('display.language')}</PopoverHeading>
          {offered.map((locale) => (
            <PopoverItem
              key={locale}
              current={here === locale}
              onSelect={() => {
                close()
                void chooseLocale(locale)
              }}
            >
              <span lang={locale}>{locales[locale]}</span>
            </PopoverItem>
          ))}
          {isLocale(own) && isLocale(here) && own !== here && (
            <div className={css.differs}>
              <p>{t('display.accountDiffers', { language: locales[own] })}</p>
              {!isReadOnly && (
                <LinkButton
                  onClick={() => {
                    close()
                    void save(here)
                  }}
                >
                  {t('display.accountToo', { language: locales[here] })}
                </LinkButton>
              )}
            </div>
          )}
          <PopoverLine />
          <PopoverHeading>{t('display.theme')}</PopoverHeading>
          <Segments
            label={t('display.theme')}
            value={theme}
            choices={themes.map((one) => ({ value: one, title: t(`theme.${one}`) }))}
            onChange={chooseTheme}
          />
        </>
      )}
    </Popover>
  )
}
