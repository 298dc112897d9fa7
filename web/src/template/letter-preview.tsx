import type { Template } from '@kaiku/contract/template.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { addressOf, send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import css from './template.module.css'
import { templatesKey } from './template.queries.ts'

type Props = { survey: string; template: Template; locale: string }

/** A letter as somebody would get it, as it was kept last. */
export function LetterPreview({ survey, template, locale }: Props) {
  const { t } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const { templateId, revision } = template
  const ticket = async () => {
    const { url } = addressOf('template.render', { survey, templateId, locale })
    return (await send('session.fileTicket', { address: url })).address
  }
  const { data, error, refetch } = useQuery({
    queryKey: [...templatesKey(survey), 'render', templateId, revision, locale],
    queryFn: ticket,
    // An address opens once.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const open = () =>
    attempt(async () => {
      location.assign(await ticket())
      return null
    })
  return (
    <>
      {error && <Failed title={t('template.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={640} />}
      {data && (
        <iframe
          key={data}
          title={t('template.preview')}
          src={`${data}#toolbar=0&navpanes=0&view=Fit`}
          className={css.letter}
        />
      )}
      <div className={css.bar}>
        {/* Phones show no PDF within a page. */}
        <Button disabled={busy} onClick={() => void open()}>
          {t('template.letterOpen')}
        </Button>
      </div>
      <FormFault text={fault} />
    </>
  )
}
