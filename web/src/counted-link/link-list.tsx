import type { CountedLink } from '@kaiku/contract/counted-link.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { FormFault } from '../control/form.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { useIdentity } from '../session/identity.ts'
import listCss from '../token-list/token-list.module.css'
import { countedLinksKey } from './counted-link.queries.ts'
import { LinkForm } from './link-form.tsx'
import { LinkHits } from './link-hits.tsx'
import { type LinkAct, LinkLine } from './link-line.tsx'
import { useCopyLink } from './use-copy-link.ts'

type Asked = { readonly act: Exclude<LinkAct, 'copy'>; readonly of: string }

/** Links with what became of them and what can be done about each. */
export function LinkList({ survey, links }: { survey: string; links: readonly CountedLink[] }) {
  const { t } = useTranslation()
  const { isReadOnly } = useIdentity()
  const client = useQueryClient()
  const copy = useCopyLink()
  const { busy, fault, attempt } = useAttempt()
  const [asking, setAsking] = useState<Asked | null>(null)
  const close = () => setAsking(null)
  const done = async () => {
    await client.invalidateQueries({ queryKey: countedLinksKey })
    close()
    return null
  }
  if (links.length === 0) return <p className={listCss.hint}>{t('link.none')}</p>
  const asked = links.find(({ linkable }) => linkable === asking?.of)
  const named = asked && { survey, linkable: asked.linkable }
  const act = (link: CountedLink) => (wanted: LinkAct) =>
    wanted === 'copy' ? copy(link) : setAsking({ act: wanted, of: link.linkable })
  const withdraw = () =>
    void attempt(async () => {
      if (named) await send(asked.hasEnded ? 'countedLink.remove' : 'countedLink.end', named)
      return done()
    })
  return (
    <>
      <ul className={listCss.tokens} aria-label={t('link.list')}>
        {links.map((link) => (
          <li key={link.linkable}>
            <LinkLine link={link} busy={busy} mayAct={!isReadOnly} onAct={act(link)} />
          </li>
        ))}
      </ul>
      {asking?.act !== 'end' && asking?.act !== 'remove' && <FormFault text={fault} />}
      {asked && asking?.act === 'hits' && <LinkHits survey={survey} link={asked} onClose={close} />}
      {named && asking?.act === 'change' && (
        <Dialog title={t('link.changeOf', { title: asked.title })} onClose={close}>
          <LinkForm
            start={asked}
            act={t('link.save')}
            onSend={async (wanted) => {
              await send('countedLink.change', { ...named, ...wanted })
              await done()
            }}
          />
        </Dialog>
      )}
      {asked && (asking?.act === 'end' || asking?.act === 'remove') && (
        <Confirm
          title={t(`link.${asking.act}Of`, { title: asked.title })}
          act={t(`link.${asking.act}`)}
          busy={busy}
          fault={fault}
          onConfirm={withdraw}
          onClose={close}
        >
          <p>{t(`link.${asking.act}Why`)}</p>
        </Confirm>
      )}
    </>
  )
}
