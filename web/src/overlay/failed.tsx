import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { Button } from '../control/control.tsx'
import { Notice } from './notice.tsx'

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
