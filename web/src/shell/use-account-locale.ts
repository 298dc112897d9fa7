import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { accountQuery } from '../account/account.queries.ts'
import { themes } from '../browser/theme.ts'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'

/** The language of the account, in which mails come and other devices begin, and the way to change it. */
export function useAccountLocale() {
  const { t } = useTranslation()
  const { locale } = useIdentity()
  const client = useQueryClient()
  // Asked for when the language is changed; what was changed there is known here.
  const known = useQuery({ ...accountQuery, enabled: false }).data
  const save = async (next: string) => {
    try {
      const { givenName, familyName, email, ...account } = await client.fetchQuery(accountQuery)
      const theme = themes.find((one) => one === account.theme) ?? 'system'
      const saved = await send('account.save', { givenName, familyName, email, theme, locale: next })
      client.setQueryData(accountQuery.queryKey, saved)
      say(t('account.saved'))
    } catch (error) {
      say(faultText(error instanceof Error ? error : new Error(String(error)), t))
    }
  }
  return { own: known?.locale ?? locale, save }
}
