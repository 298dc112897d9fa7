import { formatCount } from '@kaiku/core/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import css from '../campaign/campaign.module.css'
import { campaignsKey } from '../campaign/campaign.queries.ts'
import { Button, LongField } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'

type Left = { readonly unknown: readonly string[]; readonly others: readonly string[] }
const none: Left = { unknown: [], others: [] }

/** Letters that the post brought back, told by their codes. */
export function ReturnedLetters({ survey, campaignId }: { survey: string; campaignId: string }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { isReadOnly } = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const [typed, setTyped] = useState('')
  const [left, setLeft] = useState(none)
  if (isReadOnly) return null
  const codes = [...new Set(typed.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const { marked, ...others } = await send('campaign.returned', { survey, campaignId, codes })
      await client.invalidateQueries({ queryKey: campaignsKey(survey) })
      say(t('campaign.returnedMarked', { count: marked, n: formatCount(marked, i18n.language) }))
      setLeft(others)
      setTyped(others.unknown.join('\n'))
      return null
    })
  }
  return (
    <Section title={t('campaign.returned')} intro={t('campaign.returnedWhy')}>
      <form className={css.form} onSubmit={submit}>
        <LongField
          label={t('campaign.returnedCodes')}
          rows={4}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <FormFault text={fault} />
        {left.unknown.length > 0 && (
          <p role="alert">{t('campaign.returnedUnknown', { codes: left.unknown.join(', ') })}</p>
        )}
        {left.others.length > 0 && (
          <p role="status">{t('campaign.returnedOthers', { codes: left.others.join(', ') })}</p>
        )}
        <div className={css.acts}>
          <Button type="submit" disabled={busy || codes.length === 0}>
            {t('campaign.returnedMark')}
          </Button>
        </div>
      </form>
    </Section>
  )
}
