import type { SurveyUsage, UsedThing } from '@kaiku/contract/usage.ts'
import { csvFile } from '@kaiku/core/csv.ts'
import { formatCount, formatDay } from '@kaiku/core/format.ts'
import { builtInPages, ownPage, visitAreas } from '@kaiku/core/visit.ts'
import { IconDownload } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../card/export.ts'
import { Button, Segments } from '../control/control.tsx'
import { Spark } from '../indicator/spark.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './usage.module.css'

const groups = { page: ['page'], view: ['view'], other: ['alert', 'interview', 'area'] } as const satisfies Record<
  string,
  readonly UsedThing['kind'][]
>
type Group = keyof typeof groups

const isOneOf = <T extends string>(all: readonly T[], text: string): text is T => all.some((one) => one === text)

/** What somebody opened, in words; a page that is gone by its name. */
function nameOf({ kind, subject, title }: UsedThing, t: TFunction): string {
  if (title !== null) return title
  if (kind === 'alert' || kind === 'interview') return t(`usage.kind.${kind}`)
  if (kind === 'area' && isOneOf(visitAreas, subject)) return t(`usage.area.${subject}`)
  if (kind === 'page' && subject === ownPage) return t('usage.ownPages')
  if (kind === 'page' && isOneOf(builtInPages, subject)) return t(`usage.page.${subject}`)
  return t('usage.gone', { name: subject })
}

/** What is opened, the most opened first, with its way from week to week. */
export function UsedTable({ usage: { used, weeks } }: { usage: SurveyUsage }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const id = useId()
  const [group, setGroup] = useState<Group>('page')
  const shown = used.filter(({ kind }) => groups[group].some((one) => one === kind))
  const count = (n: number | null) => (n === null ? '–' : formatCount(n, i18n.language))
  const save = () => {
    const head = [t('usage.what'), t('usage.visits'), t('usage.people'), t('usage.lastOpened'), ...weeks]
    const rows = used.map((one) => [
      ...[nameOf(one, t), one.visits, one.people, one.lastDay],
      ...one.weeks.map(({ visits }) => visits),
    ])
    download(
      new Blob([csvFile([head, ...rows])], { type: 'text/csv;charset=utf-8' }),
      `${t('usage.title')} ${survey.title}`,
      'csv',
    )
  }
  return (
    <section className={css.part} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{t('usage.opened')}</h2>
        <Segments
          label={t('usage.groups')}
          value={group}
          choices={(Object.keys(groups) as Group[]).map((value) => ({ value, title: t(`usage.group.${value}`) }))}
          onChange={setGroup}
        />
        <Button onClick={save}>
          <IconDownload size={16} aria-hidden /> {t('usage.export')}
        </Button>
      </div>
      {shown.length === 0 ? (
        <p className={css.hint}>{t('usage.noneOfGroup')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={css.scroll} aria-label={t('usage.opened')} tabIndex={0}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{t('usage.what')}</th>
                <th scope="col" data-number>
                  {t('usage.visits')}
                </th>
                <th scope="col" data-number>
                  {t('usage.people')}
                </th>
                <th scope="col" data-wide>
                  {t('usage.trend')}
                </th>
                <th scope="col" data-number data-wide>
                  {t('usage.thisWeek')}
                </th>
                <th scope="col">{t('usage.lastOpened')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((one) => (
                <tr key={`${one.kind} ${one.subject}`}>
                  <th scope="row">{nameOf(one, t)}</th>
                  <td data-number>{count(one.visits)}</td>
                  <td data-number>{count(one.people)}</td>
                  <td data-wide>
                    <Spark values={one.weeks.map(({ visits }) => visits)} />
                  </td>
                  <td data-number data-wide>
                    {count(one.weeks.at(-1)?.visits ?? 0)}
                  </td>
                  <td>{one.lastDay === null ? '–' : formatDay(one.lastDay, i18n.language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
