import { ownPageId } from '@kaiku/core/own-page.ts'
import { useQuery } from '@tanstack/react-query'
import { useAt } from '../drill-path/at.tsx'
import { useGo } from '../drill-path/go.ts'
import { Skeleton } from '../overlay/skeleton.tsx'
import { setEditing, useEditing } from '../page/editing.ts'
import { usePages } from '../page/pages.ts'
import { DraftEditor } from '../page-draft/draft-editor.tsx'
import { PersonalEditor } from '../personal-page/personal-editor.tsx'
import { startMoreTexts } from '../text/text.ts'

/** The editor of what is being edited, with the texts that only it needs. */
export function PageEditors() {
  const { page, survey } = useAt()
  const editing = useEditing(survey)
  const go = useGo()
  const { shared, own } = usePages()
  const texts = useQuery({
    queryKey: ['peopleTexts'],
    queryFn: () => startMoreTexts('people').then(() => true),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const close = () => {
    setEditing(null)
    // A page that was never published is nowhere.
    if (ownPageId(page) === null && !shared.some(({ extname }) => extname === page))
      go({ page: shared[0]?.extname ?? page })
  }
  if (!texts.data) return <Skeleton height={420} />
  const mine = own.find(({ extname }) => extname === page)?.own
  if (editing === 'survey') return <DraftEditor onClose={close} />
  return mine && <PersonalEditor key={mine.id} own={mine} name={page} onClose={close} />
}
