import { apiScopes } from '@kaiku/core/api-scope.ts'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { entered } from '../call/use-attempt.ts'
import { Field } from '../control/control.tsx'
import { MakeSecret } from '../token-list/make-secret.tsx'
import css from '../token-list/token-list.module.css'

/** Asks for a name and what the key is for, then shows the key and the address, this once. */
export function NewUniverseKey({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const make = async (form: HTMLFormElement) => {
    const chosen = new FormData(form).getAll('scope')
    const scopes = apiScopes.filter((scope) => chosen.includes(scope))
    if (scopes.length === 0) return t('program.noScope')
    const expiresOn = entered(form, 'expiresOn') || null
    const { address, token } = await send('universeKey.create', { label: entered(form, 'label'), scopes, expiresOn })
    return [
      { title: t('program.address'), value: address },
      { title: t('program.key'), value: token },
    ]
  }
  return (
    <MakeSecret
      title={t('program.new')}
      hint={t('program.nameWhy')}
      act={t('program.create')}
      once={t('program.once')}
      make={make}
      onMade={onMade}
      onClose={onClose}
    >
      <Field label={t('program.name')} name="label" required maxLength={100} autoComplete="off" />
      <fieldset className={css.choices}>
        <legend>{t('program.may')}</legend>
        {apiScopes.map((scope) => (
          <label key={scope}>
            <input type="checkbox" name="scope" value={scope} defaultChecked={scope === 'interviews:write'} />
            {t(`program.may.${scope}`)}
          </label>
        ))}
      </fieldset>
      <Field label={t('program.lastDay')} name="expiresOn" type="date" />
    </MakeSecret>
  )
}
