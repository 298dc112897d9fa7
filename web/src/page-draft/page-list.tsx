import { IconArrowDown, IconArrowUp, IconFilePlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton, Select } from '../control/control.tsx'
import type { Desk } from '../page-editor/use-desk.ts'
import { titleOf } from '../page-form/component-title.ts'
import { freshName, inserted, moved, nameOf, without } from '../page-form/page-edit.ts'
import { useSurvey } from '../survey/survey-context.tsx'

type Props = { desk: Desk; at: number; onOpen: (name: string) => void }

/** Which page is on the desk; pages come, go and change places here. */
export function PageList({ desk, at, onOpen }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const names = desk.pages.map(nameOf)
  const add = () => {
    const title = t('editor.newPage')
    const extname = freshName(title, names)
    desk.change(inserted(desk.pages, at + 1, { extname, title, components: [] }))
    onOpen(extname)
  }
  const remove = () => {
    const rest = without(desk.pages, at)
    desk.change(rest)
    onOpen(nameOf(rest[Math.min(at, rest.length - 1)] ?? {}))
  }
  const move = (to: number) => desk.change(moved(desk.pages, at, to))
  return (
    <>
      <Select
        boxed
        label={t('editor.whichPage')}
        value={names[at] ?? ''}
        choices={desk.pages.map((page) => ({
          value: nameOf(page),
          title: titleOf(page, i18n.language, survey.locale) ?? nameOf(page),
        }))}
        onChange={onOpen}
      />
      <IconButton label={t('editor.pageEarlier')} disabled={at === 0} onClick={() => move(at - 1)}>
        <IconArrowUp size={18} />
      </IconButton>
      <IconButton label={t('editor.pageLater')} disabled={at >= names.length - 1} onClick={() => move(at + 1)}>
        <IconArrowDown size={18} />
      </IconButton>
      <IconButton label={t('editor.addPage')} onClick={add}>
        <IconFilePlus size={18} />
      </IconButton>
      <IconButton label={t('editor.removePage')} disabled={names.length < 2} onClick={remove}>
        <IconTrash size={18} />
      </IconButton>
    </>
  )
}
