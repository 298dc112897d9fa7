import { useTranslation } from 'react-i18next'
import { Button } from '../ui/control.tsx'
import { Notice } from '../ui/notice.tsx'
import { faultText } from './fault-text.ts'

type Props = { title: string; error: { code?: string; message: string }; onRetry: () => unknown }

const isFinal: ReadonlySet<string> = new Set(['forbidden', 'not_found', 'invalid'])

/** What could not be loaded and why; another try is offered where it may end otherwise. */
export function Failed({ title, error, onRetry }: Props) {
  const { t } = useTranslation()
  return (
    <Notice alert title={title} action={<Retry error={error} onRetry={onRetry} />}>
      {faultText(error, t)}
    </Notice>
  )
}

/** Tries once more; nothing where what was asked for is refused for good. */
export function Retry({ error, onRetry }: Omit<Props, 'title'>) {
  const { t } = useTranslation()
  if (isFinal.has(error.code ?? '')) return null
  return <Button onClick={() => void onRetry()}>{t('retry')}</Button>
}
