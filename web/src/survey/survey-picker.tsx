import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../control/control.tsx'
import { Popover, PopoverItem } from '../overlay/popover.tsx'
import { surveysQuery } from './survey.queries.ts'
import { useSurvey } from './survey-context.tsx'
import css from './survey-picker.module.css'

const searchFrom = 8

/** Which survey is open, and the others. */
export function SurveyPicker({ onOpen }: { onOpen: (survey: string) => void }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const surveys = useQuery(surveysQuery(i18n.language)).data ?? []
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  return (
    <Popover
      label={t('survey.pick')}
      trigger={(wiring) => (
        <button type="button" {...wiring} className={css.picker} title={survey.title}>
          <span className="hidden-text">{t('survey.label')}: </span>
          <span className={css.title}>{survey.title}</span>
          <IconChevronDown size={15} aria-hidden />
        </button>
      )}
    >
      {(close) => (
        <>
          {surveys.length > searchFrom && (
            <Field
              label={t('survey.find')}
              hideLabel
              placeholder={t('survey.find')}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
          {surveys
            .filter((one) => one.title.toLowerCase().includes(wanted))
            .map((one) => (
              <PopoverItem
                key={one.extName}
                current={one.extName === survey.extName}
                onSelect={() => {
                  close()
                  onOpen(one.extName)
                }}
              >
                {one.title}
              </PopoverItem>
            ))}
        </>
      )}
    </Popover>
  )
}
