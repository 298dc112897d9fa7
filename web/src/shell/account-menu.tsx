import { pathTo } from '@kaiku/core/screen.ts'
import {
  IconBuilding,
  IconLayoutGrid,
  IconLink,
  IconListCheck,
  IconLogout,
  IconMail,
  IconUserCircle,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { Menu } from '../overlay/menu.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useReportDownload } from '../report/report-download.ts'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { changeUniverse, signOut } from '../sign-in/sign-in.ts'
import { useAdministration } from '../start/administration.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { withTexts } from '../text/with-texts.ts'
import css from './account-menu.module.css'

const loadTasks = withTexts('reason', 'report')(() => import('../task/tasks-dialog.tsx'))
const TasksDialog = lazy(async () => ({ default: (await loadTasks()).TasksDialog }))

/** Who one is, and what belongs to that: one's account, administration, other universes, leaving. */
export function AccountMenu() {
  const { t } = useTranslation()
  const identity = useIdentity()
  const { survey } = useSurvey()
  const { history } = useRouter()
  const { userId, username, givenName, familyName, universe, universes } = identity
  const [isOpen, setOpen] = useState(false)
  const report = useReportDownload()
  const administration = useAdministration(survey.extName)
  const name = `${givenName} ${familyName}`.trim() || username
  const home = universes.find((one) => one.name === universe)
  const enter = (other: string) =>
    changeUniverse(other).catch((error: unknown) =>
      say(faultText(error instanceof Error ? error : new Error(String(error)), t)),
    )
  const go = (path: string) => () => history.push(ownAddress(path))
  const others = universes.map((one) => ({
    title: one.title,
    icon: <IconBuilding size={18} stroke={1.7} />,
    current: one.name === universe,
    onSelect: () => enter(one.name),
  }))
  return (
    <>
      <Menu
        label={t('account.menu')}
        align="end"
        trigger={(wiring) => (
          <button
            type="button"
            {...wiring}
            className={css.button}
            data-working={report.state === 'downloadQueued' || undefined}
            aria-label={t('account.menuOf', { name })}
            title={name}
          >
            <span data-initials={initials(givenName, familyName, username)} />
          </button>
        )}
        head={
          <div className={css.who}>
            <b>{name}</b>
            <span>{home ? `${username} · ${home.title}` : username}</span>
          </div>
        }
        groups={[
          {
            items: [
              {
                title: t('account.own'),
                icon: <IconUserCircle size={18} stroke={1.7} />,
                onSelect: go(pathTo('userdetails', { survey: survey.extName, userId })),
              },
              {
                title: t('task.own'),
                icon: <IconListCheck size={18} stroke={1.7} />,
                onSelect: () => setOpen(true),
              },
              {
                title: t('schedule.own'),
                icon: <IconMail size={18} stroke={1.7} />,
                onSelect: go(pathTo('schedules', { survey: survey.extName })),
              },
              {
                title: t('link.own'),
                icon: <IconLink size={18} stroke={1.7} />,
                onSelect: go(pathTo('links', { survey: survey.extName })),
              },
              ...(administration.length > 1
                ? [
                    {
                      title: t('account.administration'),
                      icon: <IconLayoutGrid size={18} stroke={1.7} />,
                      onSelect: go(pathTo('administration', { survey: survey.extName })),
                    },
                  ]
                : []),
              ...administration.map(({ title, path, icon }) => ({ title, icon, onSelect: go(path) })),
            ],
          },
          { heading: t('account.changeUniverse'), items: universes.length > 1 ? others : [] },
          {
            items: [
              { title: t('account.signOut'), icon: <IconLogout size={18} stroke={1.7} />, onSelect: () => signOut() },
            ],
          },
        ]}
      />
      <Suspense fallback={null}>{isOpen && <TasksDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

const first = (text: string) => Array.from(text)[0] ?? ''

function initials(givenName: string, familyName: string, username: string): string {
  const both = first(givenName) + first(familyName)
  return (both === '' ? first(username) : both).toUpperCase()
}
