import type { ChangeDecomposition } from '@kaiku/contract/change-decomposition.ts'
import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import { noAnswer, setValues } from '@kaiku/core/filter-token.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useAt } from '../drill-path/at.tsx'
import { PlaceLink } from '../place/place-link.tsx'
import { AmountCell, LevelCell, ShareCell } from './moved-cells.tsx'
import css from './moved-units.module.css'

type Segment = ChangeDecomposition['segments'][number]

export const segmentName = ({ code, title }: Segment, t: TFunction): string =>
  code === null ? t('moved.others') : code === noAnswer ? t('filter.noAnswer') : title

/** What each segment adds within the places; a segment with a filter opens as that filter. */
export function MovedSegments({ answer, indicator }: { answer: ChangeDecomposition; indicator: ShownIndicator }) {
  const { t } = useTranslation()
  const at = useAt()
  const caption = t('moved.within', { segment: answer.segmentTitle ?? '' })
  return (
    <section className={css.frame} aria-label={caption}>
      <h3 className={css.caption}>{caption}</h3>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{answer.segmentTitle}</th>
            <th scope="col">{t('moved.levels')}</th>
            <th scope="col">{t('moved.byOwn')}</th>
            <th scope="col">{t('moved.shares')}</th>
            <th scope="col">{t('moved.byShare')}</th>
          </tr>
        </thead>
        <tbody>
          {answer.segments.map((segment) => (
            <tr key={segment.code ?? ''} className={css.row}>
              <th scope="row">
                {segment.filter ? (
                  <PlaceLink
                    to={{
                      ...at,
                      selection: setValues(at.selection, segment.filter.name, [segment.filter.value]),
                    }}
                  >
                    {segmentName(segment, t)}
                  </PlaceLink>
                ) : (
                  segmentName(segment, t)
                )}
              </th>
              <td data-label={t('moved.levels')}>
                <LevelCell levels={segment} indicator={indicator} />
              </td>
              <td data-label={t('moved.byOwn')}>
                <AmountCell amount={segment.own} indicator={indicator} />
              </td>
              <td data-label={t('moved.shares')}>
                <ShareCell levels={segment} />
              </td>
              <td data-label={t('moved.byShare')}>
                <AmountCell amount={segment.mix} indicator={indicator} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
