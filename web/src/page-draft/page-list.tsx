import { IconArrowDown, IconArrowUp, IconFilePlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton, Select } from '../control/control.tsx'
import type { PageEditorState } from '../page-editor/use-page-editor.ts'
import { titleOf } from '../page-form/component-title.ts'
import { freshName, inserted, moved, nameOf, without } from '../page-form/page-edit.ts'
import { useSurvey } from '../survey/survey-context.tsx'

type Props = { editor: PageEditorState; at: number; onOpen: (name: string) => void }

/** Which page is in the editor; pages come, go and change places here. */
export function PageList({ editor, at, onOpen }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const names = editor.pages.map(nameOf)
  const add = () => {
    const title = t('editor.newPage')
    const extname = freshName(title, names)
    editor.change(inserted(editor.pages, at + 1, { extname, title, components: [] }))
    onOpen(extname)
  }
  const remove = () => {
    const rest = without(editor.pages, at)
    editor.change(rest)
    onOpen(nameOf(rest[Math.min(at, rest.length - 1)] ?? {}))
  }
  const move = (to: number) => editor.change(moved(editor.pages, at, to))
  return (
    <>
      <Select
        boxed
        label={t('editor.whichPage')}
        value={names[at] ?? ''}
        choices={editor.pages.map((page) => ({
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
