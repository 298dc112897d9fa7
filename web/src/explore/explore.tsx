import { pathTo } from '@kaiku/core/screen.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Choice, Select } from '../control/control.tsx'
import { useScope } from '../drill-path/at.tsx'
import { PlaceOnPage, useChosen, useChosenText } from '../figure/chosen.ts'
import { figuresQuery } from '../figure/figure.queries.ts'
import { Notice } from '../overlay/notice.tsx'
import { PageComponent } from '../page-component/page-component.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { mayAskBySql } from '../sql/may-ask.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { exploredBy, looksOf, readVariable, tellsShares } from './exploration.ts'
import css from './explore.module.css'
import { KeepMenu } from './keep-menu.tsx'
import { useVariables } from './use-variables.ts'

/** Any variables against each other, by any indicator: what is chosen stands in the address. */
export function Explore() {
  return (
    <PlaceOnPage value={0}>
      <Exploring />
    </PlaceOnPage>
  )
}

function Exploring() {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const scope = useScope()
  const identity = useIdentity()
  const { drillPath = '' } = useParams({ strict: false })
  const all = useVariables()
  const [rowsText, setRows] = useChosenText('rows', all.rows[0]?.value ?? 'children')
  const [columnsText, setColumns] = useChosenText('columns')
  const [wanted, setIndicator] = useChosenText('indicator')
  const rows = readVariable(rowsText)
  const columns = rowsText === columnsText ? null : readVariable(columnsText)
  const possible = rows ? looksOf(rows, columns) : []
  const usual = possible[0] ?? 'Crosstab'
  const [look, setLook] = useChosen('look', usual, possible)
  const known = survey.indicators.find(({ id }) => id === wanted)?.id
  const indicator = known ?? (tellsShares(look) ? '' : (survey.indicators[0]?.id ?? ''))
  const asked = rows && exploredBy(look, rows, columns, indicator)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...figuresQuery(asked ? [asked] : [], scope),
    enabled: asked !== null,
  })
  const shown = data?.indicators ?? survey.indicators
  const indicators = useMemo(() => new Map(shown.map((one) => [one.id, one])), [shown])
  return (
    <>
      <div className={css.choices} data-screen-only>
        <Labelled title={t('explore.rows')} value={rowsText} choices={all.rows} onChange={setRows} />
        <Labelled
          title={t('explore.columns')}
          value={columns === null ? '' : columnsText}
          choices={[{ value: '', title: t('explore.none') }, ...all.columns.filter(({ value }) => value !== rowsText)]}
          onChange={setColumns}
        />
        {look !== 'Distribution' && (
          <Labelled
            title={t('explore.indicator')}
            value={indicator}
            choices={[
              ...(tellsShares(look) ? [{ value: '', title: t('explore.shares') }] : []),
              ...survey.indicators.map(({ id, title }) => ({ value: id, title })),
            ]}
            onChange={setIndicator}
          />
        )}
        {possible.length > 1 && (
          <Labelled
            title={t('explore.look')}
            value={look}
            choices={possible.map((value) => ({ value, title: t(`component.${value}`) }))}
            onChange={setLook}
          />
        )}
        {mayAskBySql(identity, survey) && (
          <Link className={css.sql} to={ownAddress(pathTo('sql', { survey: survey.extName, drillPath }))}>
            {t('explore.sql')}
          </Link>
        )}
        {asked && <KeepMenu component={asked} />}
      </div>
      {asked ? (
        <div className={css.shown} data-stale={isPlaceholderData || undefined}>
          <PageComponent
            asked={asked}
            answer={data?.answers[0]}
            indicators={indicators}
            title={undefined}
            error={data ? null : error}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <Notice title={t('explore.unknown')}>{t('explore.unknownWhy')}</Notice>
      )}
    </>
  )
}

type LabelledProps<T extends string> = {
  title: string
  value: T
  choices: readonly Choice<T>[]
  onChange: (value: T) => void
}

function Labelled<T extends string>({ title, value, choices, onChange }: LabelledProps<T>) {
  // What an old link names stays in sight, also where the survey has it no more.
  const listed = choices.some((one) => one.value === value) ? choices : [...choices, { value, title: value }]
  return (
    <div className={css.choice}>
      <span aria-hidden>{title}</span>
      <Select boxed label={title} value={value} choices={listed} onChange={onChange} />
    </div>
  )
}
