import type { Task, TaskState } from '@kaiku/contract/task.ts'
import { formatCount } from '@kaiku/core/format.ts'
import i18next, { type TFunction } from 'i18next'
import type { Badge } from '../control/badge.tsx'

type Standing = Pick<Task, 'state' | 'position'> & { readonly file: Task['file'] }

/** How far a task is, in a few words. */
export function standingText({ state, position, file }: Standing, t: TFunction): string {
  if (state === 'done' && file === null) return t('task.expired')
  if (position !== null && position > 0)
    return t('task.before', { count: position, n: formatCount(position, i18next.language) })
  return t(`task.state.${state}`)
}

const tones: Partial<Record<TaskState, NonNullable<Parameters<typeof Badge>[0]['tone']>>> = {
  done: 'good',
  failed: 'bad',
}
export const toneOf = ({ state, file }: Standing) =>
  state === 'done' && file === null ? 'plain' : (tones[state] ?? 'plain')
