import type { FormWay } from '@kaiku/contract/form-way.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { send, takeFile } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { download } from '../card/export.ts'
import { Button } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { useAt } from '../drill-path/at.tsx'
import { writePath } from '../filter-reference/filter-reference.ts'
import { CopiedTexts } from '../overlay/copied-text.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import css from './form-way.module.css'

const waysQuery = (survey: string, path: string, locale: string) =>
  queryOptions({
    queryKey: ['form-way', survey, path, locale],
    queryFn: ({ signal }) => send('formWay.list', { survey, path, locale }, signal),
  })

/** How people come to the survey's forms without being written to, at the place where one is. */
export function FormWays({ survey }: { survey: string }) {
  const { t, i18n } = useTranslation()
  const { permissions } = useIdentity()
  const at = useAt()
  const path = writePath(at.path, new Map())
  const { data, error, refetch } = useQuery(waysQuery(survey, path, i18n.language))
  if (error) return <Failed title={t('formWay.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={160} />
  return (
    <>
      {data.length === 0 && <p>{t('formWay.none')}</p>}
      {data.map((way) => (
        <Way key={way.formId} survey={survey} path={path} way={way} />
      ))}
      {permissions.includes('editConfiguration') && (
        <p>
          <FormLink survey={survey} formId={data[0]?.formId ?? 'form'} title={t('formWay.editAll')} />
        </p>
      )}
    </>
  )
}

const FormLink = ({ survey, formId, title }: { survey: string; formId: string; title: string }) => (
  <Link to={ownAddress(pathTo('formeditor', { survey, formId }))} className={css.edit}>
    {title}
  </Link>
)

function Way({ survey, path, way }: { survey: string; path: string; way: FormWay }) {
  const { t, i18n } = useTranslation()
  const identity = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const { formId, title, address, kiosk, embed, posters } = way
  const take = () =>
    attempt(async () => {
      const asked = { survey, path, form: formId, locale: i18n.language }
      const content = await takeFile('formWay.posters', asked, identity)
      if (content) download(content, `${survey} posters`, 'pdf')
      return null
    })
  return (
    <div className={css.way}>
      <h3>{title}</h3>
      {identity.permissions.includes('editConfiguration') && (
        <FormLink survey={survey} formId={formId} title={t('formWay.edit')} />
      )}
      <CopiedTexts
        texts={[
          { title: t('formWay.address'), value: address },
          { title: t('formWay.kiosk'), value: kiosk },
          { title: t('formWay.embed'), value: embed },
        ]}
      />
      <FormFault text={fault} />
      {posters > 0 && (
        <div>
          <Button disabled={busy} onClick={() => void take()}>
            {t('formWay.posters', { count: posters, n: formatCount(posters, i18n.language) })}
          </Button>
        </div>
      )}
    </div>
  )
}
