import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import { say } from '../overlay/snackbar.tsx'
import css from './pick-list.module.css'

/** What became of a change of several at once; without `bulkId` there is nothing to take back. */
type Outcome<Left> = {
  readonly bulkId?: string | null
  readonly changed: readonly unknown[]
  readonly left: readonly Left[]
}
type Bulk<Left> = {
  /** Of the list that shows them. */
  queryKey: QueryKey
  changed: (count: number) => string
  undo?: (bulkId: string) => Promise<unknown>
  /** Of one that was left alone: which, and in words what and why. */
  leftAlone: (left: Left) => { readonly id: string; readonly text: string }
  /** Nothing is left to do about those that were picked. */
  onDone: () => void
}

/** Changes several at once, says what became of it, and takes it back. */
export function useBulkChange<Left>({ queryKey, changed, undo, leftAlone, onDone }: Bulk<Left>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const [left, setLeft] = useState<readonly Left[]>([])
  const refresh = () => client.invalidateQueries({ queryKey })
  const takeBack = (bulkId: string) =>
    void attempt(async () => {
      await undo?.(bulkId)
      await refresh()
      return null
    })
  const apply = (change: () => Promise<Outcome<Left>>) =>
    void attempt(async () => {
      const { bulkId, left: others, ...done } = await change()
      await refresh()
      setLeft(others)
      const backwards = bulkId == null ? undefined : { title: t('undo'), run: () => takeBack(bulkId) }
      // Where nothing could be done, the bar says why.
      if (done.changed.length > 0 || others.length === 0) say(changed(done.changed.length), backwards)
      if (others.length === 0) onDone()
      return null
    })
  return { busy, fault, apply, onDone, left: left.map(leftAlone) }
}

type Props = {
  label: string
  /** How many are picked. */
  picked: string
  bulk: Pick<ReturnType<typeof useBulkChange>, 'fault' | 'left' | 'onDone'>
  children: ReactNode
}

/** What can be done about those that are picked, and what became of it. */
export function BulkBar({ label, picked, bulk: { fault, left, onDone }, children }: Props) {
  const { t } = useTranslation()
  return (
    <section className={css.bulk} aria-label={label} data-screen-only>
      <b>{picked}</b>
      {children}
      <Button onClick={onDone}>{t('saved.cancel')}</Button>
      {fault !== '' && <p role="alert">{fault}</p>}
      {left.length > 0 && (
        <ul role="alert" className={css.left}>
          {left.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
