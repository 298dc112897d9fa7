import { useTranslation } from 'react-i18next'
import { CopiedTexts } from '../overlay/copied-text.tsx'

/** How an empty Kaiku comes by its first answers. */
export function FirstSteps() {
  const { t } = useTranslation()
  return (
    <CopiedTexts
      texts={[
        { title: t('first.try'), value: 'npx kaiku try answers.xlsx' },
        { title: t('first.apply'), value: 'npx kaiku apply answers-definition' },
        { title: t('first.import'), value: 'npx kaiku import answers more.csv' },
      ]}
    />
  )
}
