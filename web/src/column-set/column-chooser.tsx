import type { ColumnSet } from '@kaiku/contract/column-set.ts'
import { IconColumns3 } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton, Ticked } from '../control/control.tsx'
import { Popover, PopoverHeading } from '../overlay/popover.tsx'
import { startMoreTexts } from '../text/text.ts'
import css from './column-sets.module.css'

const ColumnSets = lazy(async () => {
  const [shown] = await Promise.all([import('./column-sets.tsx'), startMoreTexts('component')])
  return { default: shown.ColumnSets }
})

type Props = {
  /** Columns of what. */
  list: ColumnSet['list']
  choices: readonly { readonly id: string; readonly title: string }[]
  shown: ReadonlySet<string>
  onToggle: (id: string) => void
  /** The columns as an address has them. */
  written: string
  onChoose: (written: string) => void
  /** What else is settled about the list. */
  children?: ReactNode
}

/** Which columns a list has, and those kept under names. */
export function ColumnChooser({ list, choices, shown, onToggle, written, onChoose, children }: Props) {
  const { t } = useTranslation()
  return (
    <Popover
      label={t('columns')}
      align="end"
      trigger={(wiring) => (
        <IconButton {...wiring} label={t('columns')} small>
          <IconColumns3 size={16} />
        </IconButton>
      )}
    >
      {() => (
        <div className={css.chooser}>
          <PopoverHeading>{t('columns')}</PopoverHeading>
          {choices.map(({ id, title }) => (
            <Ticked key={id} checked={shown.has(id)} onChange={() => onToggle(id)}>
              {title}
            </Ticked>
          ))}
          {children}
          <Suspense fallback={null}>
            <ColumnSets list={list} columns={written} onChoose={onChoose} />
          </Suspense>
        </div>
      )}
    </Popover>
  )
}

/** With one more or without it. */
export function toggled(shown: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(shown)
  if (!next.delete(id)) next.add(id)
  return next
}
