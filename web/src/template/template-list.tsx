import { type MessageKind, messageKinds } from '@kaiku/core/campaign.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Badge } from '../control/badge.tsx'
import { Button, LinkButton } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import listCss from '../token-list/token-list.module.css'
import css from './template.module.css'
import { templatesKey, templatesQuery } from './template.queries.ts'

/** Where each kind is written. */
export const templateScreens = {
  mail: 'mailtemplate',
  sms: 'smstemplate',
  letter: 'lettertemplate',
} as const satisfies Record<MessageKind, string>

/** What messages say, each with the version that may be sent. */
export function TemplateList({ survey }: { survey: string }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { history } = useRouter()
  const { isReadOnly } = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const { data, error, refetch } = useQuery(templatesQuery(survey))
  const make = (kind: MessageKind, title: string, copyOf?: string) =>
    attempt(async () => {
      const made = await send('template.create', {
        survey,
        kind,
        title,
        ...(copyOf === undefined ? {} : { copyOf }),
      })
      await client.invalidateQueries({ queryKey: templatesKey(survey) })
      history.push(
        ownAddress(pathTo(templateScreens[kind], { survey, templateId: made.templateId }, { fromPage: 'campaigns' })),
      )
      return null
    })
  if (error) return <Failed title={t('template.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={120} />
  return (
    <div className={css.list}>
      {data.length === 0 ? (
        <p>{t('template.none')}</p>
      ) : (
        <ul className={listCss.tokens} aria-label={t('template.title')}>
          {data.map((one) => (
            <li key={one.templateId}>
              <div className={listCss.token}>
                <div className={listCss.head}>
                  <Link
                    className={css.link}
                    to={ownAddress(
                      pathTo(
                        templateScreens[one.kind],
                        { survey, templateId: one.templateId },
                        { fromPage: 'campaigns' },
                      ),
                    )}
                  >
                    {one.title}
                  </Link>
                  <TemplateStanding template={one} />
                </div>
                <span>
                  {[t(`campaign.kind.${one.kind}`), momentText(one.changedAt, i18n.language), one.changedBy]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </div>
              {!isReadOnly && (
                <LinkButton
                  aria-label={`${t('template.copy')}: ${one.title}`}
                  disabled={busy}
                  onClick={() => void make(one.kind, t('template.copyOf', { name: one.title }), one.templateId)}
                >
                  {t('template.copy')}
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
      )}
      <FormFault text={fault} />
      {!isReadOnly && (
        <div className={css.bar}>
          {messageKinds.map((kind) => (
            <Button key={kind} disabled={busy} onClick={() => void make(kind, t(`template.newTitle.${kind}`))}>
              {t(`template.new.${kind}`)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

/** Which version may be sent, and whether something else is being written. */
export function TemplateStanding({ template }: { template: { published: number | null; isChanged: boolean } }) {
  const { t } = useTranslation()
  if (template.published === null) return <Badge tone="warn">{t('template.draft')}</Badge>
  return (
    <>
      <Badge tone="good">{t('template.version', { n: template.published })}</Badge>
      {template.isChanged && <Badge>{t('template.changed')}</Badge>}
    </>
  )
}
