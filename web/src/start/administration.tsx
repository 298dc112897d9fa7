import type { Identity } from '@kaiku/contract/session.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import {
  IconActivityHeartbeat,
  IconChartBar,
  IconFilePlus,
  IconForms,
  IconHistory,
  IconSend,
  IconServerCog,
  IconSettings,
  IconShieldSearch,
  IconSpeakerphone,
  IconStack2,
  IconUsers,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { noFile } from '../new-survey/no-file.ts'
import { useIdentity } from '../session/identity.ts'
import { noSurvey } from '../survey/no-survey.ts'

export type Door = {
  id:
    | 'campaigns'
    | 'survey'
    | 'integrity'
    | 'newSurvey'
    | 'users'
    | 'settings'
    | 'messages'
    | 'usage'
    | 'audit'
    | 'work'
    | 'backend'
    | 'health'
  title: string
  path: string
  icon: ReactNode
}

/** Whether somebody may make surveys; where a role is for some surveys only, the server says no. */
export const mayAddSurvey = ({ isRoot, permissions }: Pick<Identity, 'isRoot' | 'permissions'>): boolean =>
  isRoot || (permissions.includes('editConfiguration') && permissions.includes('importData'))

/** The screens of administration that the viewer may open, in the frame of a survey. */
export function useAdministration(survey: string): Door[] {
  const { t } = useTranslation()
  const { isUserAdmin, isRoot, permissions } = useIdentity()
  const icon = { size: 18, stroke: 1.7 }
  const doors: readonly (Door & { isOpen: boolean })[] = [
    {
      id: 'campaigns',
      title: t('account.campaigns'),
      path: pathTo('campaigns', { survey }),
      isOpen: permissions.includes('sendCampaigns') && survey !== noSurvey,
      icon: <IconSend {...icon} />,
    },
    {
      id: 'survey',
      title: t('account.survey'),
      path: pathTo('survey', { survey, surveyId: survey }),
      isOpen: permissions.includes('editConfiguration') && survey !== noSurvey,
      icon: <IconForms {...icon} />,
    },
    {
      id: 'integrity',
      title: t('account.integrity'),
      path: pathTo('integrity', { survey }),
      isOpen: permissions.includes('seeInterviews') && survey !== noSurvey,
      icon: <IconShieldSearch {...icon} />,
    },
    {
      id: 'newSurvey',
      title: t('account.newSurvey'),
      path: pathTo('newsurvey', { survey, newSurveyId: noFile }),
      isOpen: mayAddSurvey({ isRoot, permissions }),
      icon: <IconFilePlus {...icon} />,
    },
    {
      id: 'users',
      title: t('account.users'),
      path: pathTo('users', { survey }),
      isOpen: isUserAdmin,
      icon: <IconUsers {...icon} />,
    },
    {
      id: 'settings',
      title: t('account.settings'),
      path: pathTo('settings', { survey }),
      isOpen: permissions.includes('manageUniverse'),
      icon: <IconSettings {...icon} />,
    },
    {
      id: 'messages',
      title: t('account.messages'),
      path: pathTo('messages', { survey }),
      isOpen: permissions.includes('manageUniverse'),
      icon: <IconSpeakerphone {...icon} />,
    },
    {
      id: 'usage',
      title: t('account.usage'),
      path: pathTo('usage', { survey }),
      isOpen: permissions.includes('manageUniverse') && survey !== noSurvey,
      icon: <IconChartBar {...icon} />,
    },
    {
      id: 'audit',
      title: t('account.audit'),
      path: pathTo('audit', { survey }),
      isOpen: permissions.includes('seeAudit'),
      icon: <IconHistory {...icon} />,
    },
    {
      id: 'work',
      title: t('account.work'),
      path: pathTo('work', { survey }),
      isOpen: permissions.includes('manageUniverse') || permissions.includes('importData'),
      icon: <IconStack2 {...icon} />,
    },
    {
      id: 'backend',
      title: t('account.backend'),
      path: pathTo('surveylist', { survey }),
      isOpen: isRoot,
      icon: <IconServerCog {...icon} />,
    },
    {
      id: 'health',
      title: t('account.health'),
      path: pathTo('health', { survey }),
      isOpen: isRoot,
      icon: <IconActivityHeartbeat {...icon} />,
    },
  ]
  return doors.filter(({ isOpen }) => isOpen)
}
