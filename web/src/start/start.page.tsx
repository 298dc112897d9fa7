import { pathTo, screens } from '@kaiku/core/screen.ts'
import { IconFilePlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { Button } from '../control/control.tsx'
import { type At, defaultComparison, rankingsPage, startOf } from '../drill-path/at.tsx'
import { linkTo } from '../drill-path/go.ts'
import { SignedIn } from '../login/signed-in.tsx'
import { noFile } from '../new-survey/no-file.ts'
import { FullNotice, Waiting } from '../overlay/full-notice.tsx'
import { say } from '../overlay/snackbar.tsx'
import { openPages } from '../page/open-pages.ts'
import { PreviewBar } from '../preview/preview-bar.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { universeOfTab } from '../session/session.ts'
import { safeRedirect } from '../sign-in/redirect.ts'
import { noSurvey } from '../survey/no-survey.ts'
import { surveyQuery } from '../survey/survey.queries.ts'
import { startMoreTexts } from '../text/text.ts'
import { universeQuery } from '../universe/universe.queries.ts'
import { mayAddSurvey, useAdministration } from './administration.tsx'
import { WayOut } from './way-out.tsx'

// Who goes on with a session does without it.
const LoginPage = lazy(async () => ({ default: (await import('../login/login.page.tsx')).LoginPage }))

const FirstSteps = lazy(async () => {
  const [{ FirstSteps: shown }] = await Promise.all([import('./first-steps.tsx'), startMoreTexts('people')])
  return { default: shown }
})

/** The login page; who is signed in is led on from here. */
export function StartPage() {
  const { redirect } = useSearch({ strict: false })
  const onward = safeRedirect(redirect)
  const login = (
    <Suspense fallback={<Waiting />}>
      <LoginPage />
    </Suspense>
  )
  return (
    <SignedIn otherwise={login}>
      <PreviewBar />
      {onward === null ? <Landing /> : <Onward path={onward} />}
    </SignedIn>
  )
}

function Onward({ path }: { path: string }) {
  const { history } = useRouter()
  useEffect(() => history.replace(path), [history, path])
  return <Waiting />
}

/** The list of surveys, which stands in the frame of one of them. */
export function SurveyListShortcut() {
  const [first] = useIdentity().surveys
  return <Onward path={ownAddress(pathTo('surveylist', { survey: first?.extName ?? noSurvey }))} />
}

/** Where the universe lets its people land, unless they have said which survey they want. */
function Landing() {
  const { survey } = useSearch({ strict: false })
  const { surveys, universe, universes } = useIdentity()
  const isOpen = survey === undefined && surveys.length > 0
  const { data, isLoading } = useQuery({ ...universeQuery(universeOfTab()), enabled: isOpen })
  if (isOpen && isLoading) return <Waiting />
  const page = isOpen ? data?.landingPage : undefined
  return page === 'vgs' || page === 'finland' ? (
    <Navigate to={screens[page].path} search={universes.length > 1 ? { universe } : {}} replace />
  ) : (
    <FirstSurvey />
  )
}

/** Leads to the named survey, else the first one: its first view's start path, with its start filter. */
function FirstSurvey() {
  const { t, i18n } = useTranslation()
  const { surveys, universe, universes, permissions } = useIdentity()
  const { survey: wanted = '' } = useSearch({ strict: false })
  const named = surveys.find(({ extName }) => extName.toLowerCase() === wanted.toLowerCase())
  const first = (named ?? surveys[0])?.extName
  const survey = useQuery({ ...surveyQuery(first ?? '', i18n.language), enabled: first !== undefined })
  useEffect(() => {
    if (wanted !== '' && !named) say(t('start.noSuchSurvey', { survey: wanted }))
  }, [wanted, named, t])
  useEffect(() => {
    if (survey.data?.startFilter === '') say(t('start.noStartFilter'))
  }, [survey.data, t])
  if (first === undefined) return <NoSurveys />
  if (survey.error)
    return (
      <FullNotice
        title={t('start.failed')}
        action={
          <>
            <Button onClick={() => void survey.refetch()}>{t('retry')}</Button>
            <WayOut />
          </>
        }
      >
        {faultText(survey.error, t)}
      </FullNotice>
    )
  if (!survey.data) return <Waiting />
  if (survey.data.startPath === '')
    return (
      <FullNotice title={t('start.noViews')} action={<WayOut />}>
        {t('start.noViewsWhy')}
      </FullNotice>
    )
  const at: At = {
    survey: first,
    page: openPages(survey.data.pages, permissions)[0]?.extname ?? rankingsPage,
    compare: defaultComparison,
    ...startOf(survey.data.startPath, survey.data.startFilter),
  }
  // An address that is shared names its universe where the reader may be in another.
  return <Navigate {...linkTo(at)} search={universes.length > 1 ? { universe } : {}} replace />
}

/** There is nothing to see: for those who could make a survey how, for others whom to ask. */
function NoSurveys() {
  const { t } = useTranslation()
  const identity = useIdentity()
  const { isRoot, isUserAdmin, universe, universes } = identity
  const title = universes.find(({ name }) => name === universe)?.title ?? universe
  const makes = isRoot || isUserAdmin
  const administration = useAdministration(noSurvey)
  const { history } = useRouter()
  const wizard = ownAddress(pathTo('newsurvey', { survey: noSurvey, newSurveyId: noFile }))
  const acts = (
    <>
      {administration
        .filter(({ path }) => !wizard.startsWith(path))
        .map(({ title: name, path, icon }) => (
          <Button key={path} onClick={() => history.push(ownAddress(path))}>
            {icon}
            {name}
          </Button>
        ))}
      <WayOut />
    </>
  )
  return (
    <FullNotice
      title={t(makes ? 'start.noSurveys' : 'start.noneForYou')}
      action={acts}
      more={
        makes && (
          <>
            {mayAddSurvey(identity) && (
              <Button primary onClick={() => history.push(wizard)}>
                <IconFilePlus size={18} stroke={1.7} aria-hidden />
                {t('start.newSurvey')}
              </Button>
            )}
            <details>
              <summary>{t('start.commandLine')}</summary>
              <Suspense fallback={null}>
                <FirstSteps />
              </Suspense>
            </details>
          </>
        )
      }
    >
      {makes ? t('start.noSurveysWhy') : t('start.noneForYouWhy', { universe: title })}
    </FullNotice>
  )
}
