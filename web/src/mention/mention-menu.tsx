import type { Mention } from '@kaiku/contract/mention.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { IconAt } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import bell from '../alert-bell/alert-bell.module.css'
import { momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { Popover, PopoverHeading, PopoverItem, PopoverLine } from '../overlay/popover.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { mentionsKey, mentionsQuery } from './mention.queries.ts'
import css from './mention-menu.module.css'
import { mentionPath } from './mention-path.ts'

/** Notes that mention the viewer and wait to be read; nothing where there are none. Each opens where it stands. */
export function MentionMenu() {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { history } = useRouter()
  const { isReadOnly } = useIdentity()
  const { data = [] } = useQuery(mentionsQuery(i18n.language))
  if (data.length === 0) return null
  const words = t('mention.unread', { count: data.length, n: formatCount(data.length, i18n.language) })
  const readAll = async () => {
    await send('mention.read', { mentionIds: data.map(({ mentionId }) => mentionId) })
    await client.invalidateQueries({ queryKey: mentionsKey })
  }
  return (
    <Popover
      label={words}
      align="end"
      trigger={(wiring) => (
        <button type="button" {...wiring} className={bell.bell} aria-label={words} title={words}>
          <IconAt size={20} stroke={1.7} aria-hidden />
          <span aria-hidden className={bell.badge}>
            {data.length > 99 ? '99+' : data.length}
          </span>
        </button>
      )}
    >
      {(close) => (
        <div className={css.list}>
          <PopoverHeading>{t('mention.title')}</PopoverHeading>
          {data.map((one) => (
            <PopoverItem
              key={one.mentionId}
              onSelect={() => {
                close()
                history.push(ownAddress(mentionPath(one)))
              }}
            >
              <Told of={one} />
            </PopoverItem>
          ))}
          {!isReadOnly && (
            <>
              <PopoverLine />
              <PopoverItem
                onSelect={() => {
                  close()
                  void readAll().catch(() => {})
                }}
              >
                {t('mention.readAll')}
              </PopoverItem>
            </>
          )}
        </div>
      )}
    </Popover>
  )
}

function Told({ of: { by, at, place, surveyTitle, excerpt } }: { of: Mention }) {
  const { t, i18n } = useTranslation()
  return (
    <span className={css.told}>
      <span className={css.head}>
        <b>{by === '' ? t('interview.formerUser') : by}</b>
        <time dateTime={at}>{momentText(at, i18n.language)}</time>
      </span>
      <span className={css.excerpt} dir="auto">
        {excerpt}
      </span>
      <span className={css.where}>{[surveyTitle, place].filter((one) => one !== '').join(' · ')}</span>
    </span>
  )
}
