import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { CallError } from '../call/send.ts'
import { assertionsQuery } from '../people/people.queries.ts'
import css from './access.module.css'
import { assertionText } from './assertion-text.ts'

/** Whether a change was refused because it would break what was asserted about access. */
const breaksAssertions = (error: Error | null): boolean =>
  error instanceof CallError && error.details.some(({ about }) => about !== undefined)

/** Why a change of users or roles was refused; of access, naming each person and what must stay true. */
export function SaveFault({ error }: { error: Error }) {
  const { t, i18n } = useTranslation()
  const told = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) told.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  const isBroken = breaksAssertions(error)
  const assertions = useQuery({ ...assertionsQuery(i18n.language), enabled: isBroken }).data ?? []
  const details = error instanceof CallError ? error.details : []
  return (
    <div ref={told} role="alert" className={css.fault}>
      <p>{isBroken ? t('assertion.wouldBreak') : faultText(error, t)}</p>
      {details.length > 0 && (
        <ul>
          {details.map(({ place, expected, found, about }) => {
            const assertion = assertions.find(({ assertionId }) => assertionId === about)
            const plain = isBroken ? expected : `${place}: ${found}`
            return (
              <li key={`${place} ${about ?? found}`}>
                {assertion ? assertionText(assertion, t) : plain}
                {assertion && assertion.note !== '' && ` – ${assertion.note}`}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
