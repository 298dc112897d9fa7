import { writeSubmatch } from '@kaiku/core/filter-kind.ts'
import { marksOf, optionText } from '@kaiku/core/filter-token.ts'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../browser/draft.ts'
import { CloseButton, Field, Segments } from '../control/control.tsx'
import css from '../filter/filter-sidebar.module.css'
import type { ControlProps } from './filter-control.tsx'

/** A word or part of one that the answer contains, or does not contain. */
export function SubmatchFilter({ filter, values, set }: ControlProps) {
  const { t } = useTranslation()
  const single = filter.multipleSelections ? undefined : values[0]
  const [turned, setTurned] = useState(false)
  const excluded = single === undefined ? turned : marksOf(single).excluded
  const [text, setText] = useDraft(single ?? values.join('*'), () =>
    single === undefined ? '' : optionText(marksOf(single).body),
  )
  const add = (how: boolean) => {
    const typed = text.trim()
    if (typed === '') return single === undefined ? undefined : set([])
    const written = writeSubmatch(typed, how)
    if (!values.includes(written)) set(filter.multipleSelections ? [...values, written] : [written])
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    add(excluded)
  }
  const turn = (to: boolean) => {
    setTurned(to)
    if (single !== undefined) add(to)
  }
  return (
    <form
      onSubmit={submit}
      className={css.control}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && add(excluded)}
    >
      {filter.exclude && (
        <Segments
          label={t('filter.howOf', { title: filter.title })}
          value={excluded ? 'lacks' : 'holds'}
          choices={[
            { value: 'holds', title: t('filter.contains') },
            { value: 'lacks', title: t('filter.containsNot') },
          ]}
          onChange={(how) => turn(how === 'lacks')}
        />
      )}
      <Field
        label={filter.title}
        hideLabel
        type="search"
        placeholder={t('filter.wordOrPart')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {filter.multipleSelections &&
        values.map((value) => {
          const { excluded: lacks, body } = marksOf(value)
          const words = t(lacks ? 'filter.lacks' : 'filter.holds', { text: optionText(body) })
          return (
            <div key={value} className={css.typed}>
              <span>{words}</span>
              <CloseButton
                label={t('filter.clearOf', { title: words })}
                onClick={() => set(values.filter((one) => one !== value))}
              />
            </div>
          )
        })}
    </form>
  )
}
