import { type ComponentProps, Fragment, type ReactNode, useId } from 'react'
import { Popover, PopoverHeading, PopoverLine, popoverItem } from './popover.tsx'

/** One act. `current`: of several it is the one that holds. */
export type MenuItem = {
  readonly title: string
  readonly icon?: ReactNode
  readonly current?: boolean
  readonly onSelect: () => unknown
}

/** Acts that belong together, under a heading where they have one. What is not possible now is false. */
type Group = { readonly heading?: string; readonly items: readonly (MenuItem | false | null | undefined)[] }

type Props = Pick<ComponentProps<typeof Popover>, 'trigger' | 'label' | 'align'> & {
  /** Above all acts, and none of them. */
  head?: ReactNode
  groups: readonly Group[]
}

/** Acts behind a button, a line between their groups. Arrows, ends and first letters walk them; an act closes the menu first. */
export function Menu({ head, groups, ...rest }: Props) {
  const shown = groups.map(({ heading, items }) => ({ heading, items: items.filter((item) => !!item) }))
  return (
    <Popover {...rest} role="menu">
      {(close) => (
        <>
          {head}
          {shown
            .filter(({ items }) => items.length > 0)
            .map(({ heading, items }, at) => (
              <Fragment key={`${heading} ${items[0]?.title}`}>
                {(at > 0 || head !== undefined) && <PopoverLine />}
                <Items heading={heading} items={items} close={close} />
              </Fragment>
            ))}
        </>
      )}
    </Popover>
  )
}

type ItemsProps = { heading: string | undefined; items: readonly MenuItem[]; close: () => void }

function Items({ heading, items, close }: ItemsProps) {
  const id = useId()
  const all = items.map(({ title, icon, current, onSelect }) => (
    <button
      key={title}
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-current={current ? 'true' : undefined}
      className={popoverItem}
      onClick={() => {
        close()
        onSelect()
      }}
    >
      {icon}
      {title}
    </button>
  ))
  if (heading === undefined) return all
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu holds groups, no fieldset
    <div role="group" aria-labelledby={id}>
      <PopoverHeading id={id}>{heading}</PopoverHeading>
      {all}
    </div>
  )
}
