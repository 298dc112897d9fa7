import type { SqlResult } from '@kaiku/contract/sql.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { Card } from '../card/card.tsx'
import type { DataTable } from '../card/data-table.tsx'
import { useScope } from '../drill-path/at.tsx'
import type { ComponentProps } from '../figure/component-props.ts'
import { figuresQuery } from '../figure/figure.queries.ts'
import { useTableFile } from '../figure/figure-table.ts'
import { Retry } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { SqlBody } from './sql-body.tsx'
import { cellTexts } from './sql-text.ts'

/** What a statement finds among the reader's own interviews. It may take a while, so the page does not wait for it. */
export function Sql({ asked, answer, title }: ComponentProps<'Sql'>) {
  const { t, i18n } = useTranslation()
  const scope = useScope()
  const fileOf = useTableFile(asked)
  const query = useQuery({ ...figuresQuery([asked], scope), enabled: answer.found === null })
  const own = answer.found === null ? query.data?.answers[0] : answer
  const heading = title ?? t('component.Sql')
  const failed = query.error ?? (own?.type === 'Failed' ? own : null)
  if (failed)
    return (
      <Card title={heading}>
        <Notice alert title={t('fault.component')} action={<Retry error={failed} onRetry={query.refetch} />}>
          {faultText(failed, t)}
        </Notice>
      </Card>
    )
  const found = own?.type === 'Sql' ? own.found : null
  if (found === null)
    return (
      <Card title={heading}>
        <Skeleton height={asked.look === 'number' ? 64 : 280} />
      </Card>
    )
  return (
    <Card
      title={heading}
      count={countOf(found, t, i18n.language)}
      table={tableOf(found, i18n.language)}
      fetchFile={fileOf(heading)}
    >
      <SqlBody {...found} look={asked.look} caption={heading} />
    </Card>
  )
}

/** How many rows there are, and of how many interviews. */
export function countOf({ rows, isCut, interviews }: SqlResult, t: TFunction, locale: string): string {
  const counted = isCut ? t('sql.cut', { n: formatCount(rows.length, locale) }) : t('sql.rows', { count: rows.length })
  return `${counted}, ${t('sql.of', { count: interviews, n: formatCount(interviews, locale) })}`
}

/** Columns that are called alike are told apart. */
function tableOf({ columns, rows }: SqlResult, locale: string): DataTable {
  const names = columns.map(({ name }) => name)
  return {
    head: names.map((name, at) => (names.indexOf(name) === at ? name : `${name} (${at + 1})`)),
    rows: cellTexts({ columns, rows }, locale),
  }
}
