import { pathTo } from '@kaiku/core/screen.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { ownAddress } from '../session/own-address.ts'
import css from '../token-list/token-list.module.css'
import { countedLinksKey } from './counted-link.queries.ts'
import { LinkForm } from './link-form.tsx'
import { useCopyLink } from './use-copy-link.ts'

/** `path`: where it leads. */
type Props = { survey: string; title: string; path: string; onClose: () => void }

/** A new link to a screen of the survey, which counts how often it is followed. */
export function NewLink({ survey, title, path, onClose }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const copy = useCopyLink()
  return (
    <Dialog title={t('link.title')} onClose={onClose}>
      <div className={css.stage}>
        <p className={css.hint}>{t('link.why')}</p>
        <LinkForm
          start={{ title, note: '', until: null }}
          act={t('link.make')}
          onSend={async (wanted) => {
            copy(await send('countedLink.create', { survey, path, ...wanted }))
            await client.invalidateQueries({ queryKey: countedLinksKey })
            onClose()
          }}
        />
        <Link to={ownAddress(pathTo('links', { survey }))} onClick={onClose}>
          {t('link.all')}
        </Link>
      </div>
    </Dialog>
  )
}
