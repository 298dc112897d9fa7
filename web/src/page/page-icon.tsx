import {
  IconAlertTriangle,
  IconArrowsDiff,
  IconArrowsSort,
  IconBuildingStore,
  IconChartBar,
  IconChartLine,
  IconChartScatter,
  IconGridDots,
  IconHome,
  IconLayoutDashboard,
  IconMail,
  IconMessage,
  IconNotes,
  IconStar,
  IconTable,
  IconTargetArrow,
  IconTrophy,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'

const icons = new Map([
  ['overview', IconLayoutDashboard],
  ['home', IconHome],
  ['ranking', IconArrowsSort],
  ['rankings', IconArrowsSort],
  ['trend', IconChartLine],
  ['chart', IconChartBar],
  ['change', IconArrowsDiff],
  ['driver', IconTargetArrow],
  ['heat', IconGridDots],
  ['comment', IconMessage],
  ['comments', IconMessage],
  ['alert', IconAlertTriangle],
  ['sample', IconUser],
  ['campaign', IconMail],
  ['store', IconBuildingStore],
  ['customers', IconUsers],
  ['explore', IconChartScatter],
  ['table', IconTable],
  ['text', IconNotes],
  ['star', IconStar],
  ['trophy', IconTrophy],
])

export const pageIcons: readonly string[] = [...icons.keys()]

/** The picture a page is configured with; a chart where the name is not known. */
export function PageIcon({ name }: { name: string }) {
  const Icon = icons.get(name) ?? IconChartBar
  return <Icon size={20} stroke={1.7} aria-hidden />
}
