import type { Chrome } from '@kaiku/core/screen.ts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { narrow, useMedia } from '../browser/media.ts'
import { BrandLogo } from '../control/brand-logo.tsx'
import { IconButton } from '../control/control.tsx'
import { mentionsQuery } from '../mention/mention.queries.ts'
import { useHome, useOpenSurvey } from '../page/open-page.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { useIdentity } from '../session/identity.ts'
import { noSurvey } from '../survey/no-survey.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { SurveyPicker } from '../survey/survey-picker.tsx'
import { startMoreTexts } from '../text/text.ts'
import { ViewTabs } from '../view/view-tabs.tsx'
import { AccountMenu } from './account-menu.tsx'
import { DisplayMenu } from './display-menu.tsx'
import css from './top-bar.module.css'

const AlertBell = lazy(async () => ({ default: (await import('../alert-bell/alert-bell.tsx')).AlertBell }))
const MentionMenu = lazy(async () => {
  const [{ MentionMenu: shown }] = await Promise.all([
    import('../mention/mention-menu.tsx'),
    startMoreTexts('component'),
  ])
  return { default: shown }
})
const BugMenu = lazy(async () => ({ default: (await import('../bug/bug-menu.tsx')).BugMenu }))

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

export function TopBar({ hides, onPalette }: { hides: readonly Chrome[]; onPalette: () => void }) {
  const { t } = useTranslation()
  const small = useMedia(narrow)
  const { isRoot, permissions } = useIdentity()
  const { survey } = useSurvey()
  const hasTabs = !hides.includes('tabs')
  return (
    <header className={css.top} data-screen-only>
      <div className={css.bar}>
        <HomeLink size={small ? 26 : 34} />
        <OtherSurvey />
        {!small && hasTabs && <ViewTabs />}
        <div className={css.space} />
        {small ? (
          <IconButton label={t('palette.title')} onClick={onPalette} data-search>
            <IconSearch size={20} stroke={1.7} />
          </IconButton>
        ) : (
          <button type="button" className={css.search} onClick={onPalette} data-search>
            <IconSearch size={16} stroke={1.7} aria-hidden />
            <span>{t('palette.hint')}</span>
            <kbd>{isMac() ? '⌘ K' : 'Ctrl K'}</kbd>
          </button>
        )}
        {(permissions.includes('seeInterviews') || permissions.includes('handleAlerts')) && <Mentions />}
        {permissions.includes('handleAlerts') && survey.extName !== noSurvey && (
          <Suspense fallback={<span className={css.coming} />}>
            <AlertBell />
          </Suspense>
        )}
        {isRoot && survey.extName !== noSurvey && (
          <Suspense fallback={<span className={css.coming} />}>
            <BugMenu />
          </Suspense>
        )}
        <DisplayMenu />
        <AccountMenu />
      </div>
      {small && hasTabs && <ViewTabs />}
    </header>
  )
}

/** Most have none that wait: the menu comes with the first. */
function Mentions() {
  const { i18n } = useTranslation()
  const { data = [] } = useQuery(mentionsQuery(i18n.language))
  return (
    data.length > 0 && (
      <Suspense fallback={null}>
        <MentionMenu />
      </Suspense>
    )
  )
}

function HomeLink({ size }: { size: number }) {
  const { t } = useTranslation()
  return (
    <PlaceLink to={useHome()} className={css.logo} aria-label={t('shell.home')} title={t('shell.home')}>
      <BrandLogo size={size} />
    </PlaceLink>
  )
}

function OtherSurvey() {
  const openSurvey = useOpenSurvey()
  return <SurveyPicker onOpen={(survey) => void openSurvey(survey)} />
}
