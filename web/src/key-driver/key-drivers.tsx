import type { KeyDrivers as Answer } from '@kaiku/contract/key-driver.ts'
import { formatCount } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../card/card.tsx'
import type { DataTable } from '../card/data-table.tsx'
import type { ComponentProps } from '../figure/component-props.ts'
import { useTableFile } from '../figure/figure-table.ts'
import { Notice } from '../overlay/notice.tsx'
import { usePlace } from '../place/place.queries.ts'
import { DriverAnswers } from './driver-answers.tsx'
import { DriverList } from './driver-list.tsx'
import { DriverMap } from './driver-map.tsx'
import { explainedText, indexText, roundText, standingOf } from './driver-standing.ts'
import css from './key-drivers.module.css'

/** What goes with an outcome, and how well each of it does: where it pays to become better. */
export function KeyDrivers({ asked, answer, indicators, title }: ComponentProps<'KeyDrivers'>) {
  const { t, i18n } = useTranslation()
  const fileOf = useTableFile(asked)
  const { data: place } = usePlace()
  const [chosen, setChosen] = useState<string | null>(null)
  const outcome = indicators.get(answer.outcome)
  const heading = title ?? (outcome ? t('driver.title', { outcome: outcome.title }) : t('component.KeyDrivers'))
  const minimum = place?.minimumN ?? ''
  if (!outcome || answer.state === 'hidden' || answer.explained === null)
    return (
      <Card title={heading}>
        {answer.state === 'hidden' ? (
          <Notice title={t('hiddenAll')}>{t('hiddenWhy')}</Notice>
        ) : (
          <Notice title={t('driver.none')}>{t('driver.noneWhy', { minimum })}</Notice>
        )}
      </Card>
    )
  const standing = standingOf(answer)
  const shown = answer.drivers.find(({ question }) => question === chosen)
  const toggle = (question: string) => setChosen(question === chosen ? null : question)
  const { explained } = answer
  return (
    <div className={css.both}>
      <Card title={heading} table={asTable(answer, t, i18n.language)} fetchFile={fileOf(heading)}>
        <p className={css.lead}>
          {t('driver.lead', { share: roundText(explained.value, i18n.language), outcome: outcome.title })}{' '}
          <span className={css.facts}>
            {[
              explained.low === null || explained.high === null
                ? ''
                : t('interval95', {
                    low: roundText(explained.low, i18n.language),
                    high: roundText(explained.high, i18n.language),
                  }),
              t('driver.base', {
                n: formatCount(answer.n, i18n.language),
                all: formatCount(answer.answered, i18n.language),
              }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
        {answer.state === 'few' && <p className={css.few}>{t('driver.few')}</p>}
        <div className={css.parts}>
          <DriverMap answer={answer} standing={standing} chosen={chosen} onChoose={toggle} />
          <DriverList answer={answer} standing={standing} chosen={chosen} onChoose={toggle} />
        </div>
        <p className={css.note}>{t('driver.legend')}</p>
      </Card>
      {shown && <DriverAnswers question={shown.question} title={shown.title} />}
    </div>
  )
}

/** The drivers as rows, for reading and export. */
function asTable(answer: Answer, t: TFunction, locale: string): DataTable {
  const standing = standingOf(answer)
  return {
    head: [
      t('driver.question'),
      t('driver.importance'),
      t('driver.importanceFrom'),
      t('driver.importanceTo'),
      t('driver.correlation'),
      t('driver.performance'),
      t('from95'),
      t('to95'),
      t('n'),
      t('driver.evidence'),
    ],
    rows: answer.drivers.map((driver) => {
      const { importance, performance, correlation } = driver
      const percent = (of: number | null | undefined) => (of == null ? null : explainedText(of, locale))
      return [
        driver.title,
        percent(importance?.value),
        percent(importance?.low),
        percent(importance?.high),
        correlation === null ? null : correlation.toFixed(2),
        ...[performance.value, performance.low, performance.high].map((of) =>
          of === null ? null : indexText(of, locale),
        ),
        performance.n,
        t(`driver.standing.${standing.of(driver)}`),
      ]
    }),
  }
}
