import { useTranslation } from 'react-i18next'
import { PageComponent } from '../page-component/page-component.tsx'
import { spansOf } from '../page-component/page-components.tsx'
import css from '../page-component/result.page.module.css'
import { titleOf } from '../page-form/component-title.ts'
import type { WrittenComponent } from '../page-form/page-edit.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { usePreviews } from './use-preview.ts'

/** The page as its readers will have it. What is not finished is not there. */
export function PlainPage({ components }: { components: readonly WrittenComponent[] }) {
  const { i18n } = useTranslation()
  const { survey } = useSurvey()
  const shown = usePreviews(components).flatMap(({ asked, ...rest }) => (asked === null ? [] : [{ asked, ...rest }]))
  const spans = spansOf(shown.map(({ asked }) => asked))
  return (
    <div className={css.grid}>
      {shown.map(({ asked, answer, error, indicators, retry }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: components have a place on their page and no name
        <div key={at} className={css.cell} data-span={spans[at]}>
          <PageComponent
            {...{ asked, answer, error, indicators }}
            title={titleOf(asked, i18n.language, survey.locale)}
            onRetry={retry}
          />
        </div>
      ))}
    </div>
  )
}
