import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Field } from '../control/control.tsx'
import { knownTagsQuery } from './tag.queries.ts'

const longest = 40

/** A field for a tag, with those in use to choose from; its name in a form is `tag`. */
export function TagField({ survey, label, without }: { survey: string; label: string; without?: readonly string[] }) {
  const list = useId()
  const { data = [] } = useQuery(knownTagsQuery(survey))
  return (
    <>
      <Field label={label} hideLabel name="tag" maxLength={longest} placeholder={label} list={list} required />
      <datalist id={list}>
        {data
          .filter((tag) => !without?.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
    </>
  )
}
