import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { applyTheme } from '../browser/theme.ts'
import { showLook } from '../control/brand.ts'
import { overrideTexts, speakHere } from '../text/text.ts'
import { BlankScreen } from './blank-screen.tsx'
import { Pictures } from './pictures.tsx'
import { type Shown, useScreen } from './use-screen.ts'
import { useWakeLock } from './wake-lock.ts'

const reload = () => window.location.reload()

/** Pages of a survey for a wall: nobody signs in, nobody touches it, and it stays for weeks. */
export function BigScreenPage() {
  const { t } = useTranslation()
  const { apiKeyToken = '' } = useParams({ strict: false })
  const { shown, blank, failures } = useScreen(apiKeyToken, reload)
  useWakeLock()
  useLook(shown?.state)
  if (blank !== null) return <BlankScreen title={t(`screen.${blank}`)} why={t(`screen.${blank}Why`)} />
  if (shown === null && failures > 0) return <BlankScreen title={t('screen.noStart')} why={t('screen.noStartWhy')} />
  if (shown === null) return <BlankScreen title={t('loading')} />
  return <Pictures shown={shown} isLost={failures > 0} />
}

/** The screen's language, texts and colours are those of its key and its survey. */
function useLook(state: Shown['state'] | undefined) {
  const { locale, theme } = state ?? {}
  const look = JSON.stringify(state && [state.universe, state.survey.localeText])
  useEffect(() => {
    if (locale !== undefined) void speakHere(locale)
    if (theme !== undefined) applyTheme(theme)
  }, [locale, theme])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer is a new object, and few of them differ
  useEffect(() => {
    if (!state) return
    showLook(state.universe)
    overrideTexts('universe', state.universe.texts)
    overrideTexts('survey', { [state.locale]: state.survey.localeText })
    document.title = state.survey.title
  }, [look])
}
