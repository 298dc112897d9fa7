import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { say } from '../overlay/snackbar.tsx'
import { TokenLine, TokenList } from './token-list.tsx'

/** What one is called, and what is known of it. */
type Described = { readonly id: string; readonly name: string; readonly facts: readonly string[] }

type Props<One> = {
  words: 'scim' | 'program'
  list: Pick<UseQueryResult<readonly One[]>, 'data' | 'error' | 'refetch'>
  describe: (one: One) => Described
  revoke: (id: string) => Promise<unknown>
  /** Asks for a new one. */
  dialog: (onMade: () => void, onClose: () => void) => ReactNode
}

/** Tokens of which each can be ended: what there is, a new one, and the end of one. */
export function RevocableList<One>({ words, list, describe, revoke, dialog }: Props<One>) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<'new' | Described | null>(null)
  const { busy, fault, attempt } = useAttempt()
  const close = () => setAsking(null)
  const end = ({ id, name }: Described) =>
    attempt(async () => {
      await revoke(id)
      close()
      say(t(`${words}.revoked`, { name }))
      await list.refetch()
      return null
    })
  return (
    <TokenList
      words={words}
      list={list}
      keyOf={(one) => describe(one).id}
      line={(one) => (
        <>
          <TokenLine {...describe(one)} />
          <Button onClick={() => setAsking(describe(one))}>
            {t(`${words}.revoke`)}
            <span className="hidden-text">{describe(one).name}</span>
          </Button>
        </>
      )}
      onNew={() => setAsking('new')}
    >
      {asking === 'new' && dialog(() => void list.refetch(), close)}
      {asking !== null && asking !== 'new' && (
        <Confirm
          title={t(`${words}.revokeTitle`, { name: asking.name })}
          act={t(`${words}.revoke`)}
          busy={busy}
          fault={fault}
          onConfirm={() => void end(asking)}
          onClose={close}
        >
          <p>{t(`${words}.revokeWhy`)}</p>
        </Confirm>
      )}
    </TokenList>
  )
}
