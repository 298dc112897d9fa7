import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useIdentity } from '../session/identity.ts'
import { mentionsKey, mentionsQuery } from './mention.queries.ts'

/** What mentions the viewer on this page is read once it is open. `about`: the interview's or the alert's id. */
export function useMentionsRead(about: string): void {
  const { i18n } = useTranslation()
  const client = useQueryClient()
  const { isReadOnly } = useIdentity()
  const { data = [] } = useQuery(mentionsQuery(i18n.language))
  const unread = data.filter((one) => one.interviewId === about || one.alertId === about)
  const ids = unread.map(({ mentionId }) => mentionId).join()
  useEffect(() => {
    if (ids === '' || isReadOnly) return
    const again = () => client.invalidateQueries({ queryKey: mentionsKey })
    // Where it fails they stay unread, which they are.
    void send('mention.read', { mentionIds: ids.split(',') }).then(again, () => {})
  }, [ids, isReadOnly, client])
}
