import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Select } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './block.module.css'
import { otherSurveysQuery } from './block.queries.ts'
import { blockTitle } from './block-words.ts'

/** Begins a block that the survey does not have: with what holds without it, or as another survey has it. */
export function NewBlock({ files, onMade }: { files: readonly string[]; onMade: (file: string) => void }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { isReadOnly } = useIdentity()
  const client = useQueryClient()
  const [wanted, setFile] = useState('')
  const [from, setFrom] = useState('')
  const { data: surveys = [] } = useQuery(otherSurveysQuery)
  const { busy, fault, attempt } = useAttempt()
  const file = files.includes(wanted) ? wanted : (files[0] ?? '')
  const others = surveys.filter(({ extName }) => extName !== survey.extName)
  if (isReadOnly) return null
  const make = () =>
    void attempt(async () => {
      const template = from === '' ? ('usual' as const) : ('survey' as const)
      await send('configBlock.create', { survey: survey.extName, file, template, ...(from && { from }) })
      await client.invalidateQueries({ queryKey: ['block', survey.extName] })
      onMade(file)
      return null
    })
  return (
    <Section title={t('block.new')} intro={t('block.newWhy')}>
      <div className={css.new}>
        <Select
          boxed
          label={t('block.which')}
          value={file}
          choices={files.map((one) => ({ value: one, title: blockTitle(one, t) }))}
          onChange={setFile}
        />
        <Select
          boxed
          label={t('block.template')}
          value={from}
          choices={[
            { value: '', title: t('block.template.usual') },
            ...others.map(({ extName, title }) => ({ value: extName, title: t('block.template.survey', { title }) })),
          ]}
          onChange={setFrom}
        />
        <Button disabled={busy} onClick={make}>
          {t('block.make')}
        </Button>
      </div>
      <FormFault text={fault} />
    </Section>
  )
}
