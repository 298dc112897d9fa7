import type { PlaceName } from '@kaiku/contract/role.ts'
import type { User } from '@kaiku/contract/user.ts'
import { everywhere, placesKey } from '@kaiku/core/assignment.ts'
import { screens } from '@kaiku/core/screen.ts'
import { fold } from '@kaiku/core/text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { Field, LinkButton, Tick } from '../control/control.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { rolePlacesQuery, rolesQuery } from '../people/people.queries.ts'
import type { AssignmentDraft } from '../people/user-draft.ts'
import { placedText } from '../role-place/placed-text.ts'
import { PlacesEditor } from '../role-place/places-editor.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { peopleSearch } from '../user/open-people.ts'
import { useMayGive } from '../user/use-may-give.ts'
import css from './user-form.module.css'

type Props = {
  given: User['roles']
  chosen: readonly AssignmentDraft[]
  onChoose: (roles: readonly AssignmentDraft[]) => void
}
const fewRoles = 8

/** The roles of a user and where they have them: those given by hand can be changed, others say who gave them. */
export function RoleChoice(props: Props) {
  const { given, chosen } = props
  const { t, i18n } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const [added, setAdded] = useState<readonly PlaceName[]>([])
  const roles = useQuery(rolesQuery).data
  const places = useQuery(rolePlacesQuery(i18n.language)).data
  const mayGive = useMayGive()
  const isFixed = (roleId: string) =>
    !mayGive(roleId) || given.some((one) => one.roleId === roleId && one.source === 'hand' && !mayGive(roleId, one))
  const isRead = roles !== undefined && places !== undefined
  const found = isRead ? roles.filter(({ name }) => fold(name).includes(fold(text.trim()))) : []
  const names = [...given.flatMap(({ places }) => places), ...added]
  return (
    <section className={css.card}>
      <h2>{t('people.roles')}</h2>
      {(roles?.length ?? 0) > fewRoles && (
        <Field
          label={t('role.search')}
          hideLabel
          type="search"
          placeholder={t('role.search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {chosen.length > 0 && <p className={css.hint}>{t('role.placesWhy')}</p>}
      {!isRead && <Skeleton height={120} />}
      <ul className={css.roles} data-many={(roles?.length ?? 0) > fewRoles || undefined}>
        {found.map((role) => (
          <OneRole
            key={role.roleId}
            id={`${id}-${role.roleId}`}
            role={role}
            isFixed={isFixed(role.roleId)}
            views={places?.views ?? []}
            names={names}
            onName={(place) => setAdded((before) => [...before, place])}
            {...props}
          />
        ))}
      </ul>
    </section>
  )
}

type RoleProps = Props & {
  id: string
  role: Reply<'role.list'>[number]
  isFixed: boolean
  views: Reply<'role.places'>['views']
  names: readonly PlaceName[]
  onName: (place: PlaceName) => void
}

function OneRole(props: RoleProps) {
  const { t } = useTranslation()
  const {
    role: { roleId, name },
    isFixed,
    views,
    chosen,
    onChoose,
  } = props
  const own = chosen.filter((one) => one.roleId === roleId)
  const last = own.at(-1)
  return (
    <li>
      <RoleHead {...props} />
      {chosen.map(
        (one, at) =>
          one.roleId === roleId && (
            // biome-ignore lint/suspicious/noArrayIndexKey: two of one role may be at the same places for a moment
            <RolePlaces key={at} {...props} at={at} places={one} isOnly={own.length === 1} />
          ),
      )}
      {/* It begins as the last one is, so that nothing wider is given by accident. */}
      {last && !isFixed && views.length > 0 && (
        <LinkButton className={css.again} onClick={() => onChoose([...chosen, { ...last }])}>
          {t('user.addAssignment')}
          <span className="hidden-text"> {name}</span>
        </LinkButton>
      )}
    </li>
  )
}

function RoleHead({ id, role: { roleId, name, description }, isFixed, given, chosen, onChoose }: RoleProps) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const isOn = chosen.some((one) => one.roleId === roleId)
  const byOthers = given.filter((one) => one.roleId === roleId && one.source !== 'hand')
  const others = chosen.filter((one) => one.roleId !== roleId)
  return (
    <div className={css.role}>
      <Tick
        id={id}
        checked={isOn}
        disabled={isFixed}
        onChange={() => onChoose(isOn ? others : [...chosen, { roleId, ...everywhere }])}
      />
      <label htmlFor={id}>
        <b>{name}</b>
        {description !== '' && <small>{description}</small>}
        {isFixed && <small>{t('role.above')}</small>}
        {byOthers.map((one) => (
          <small key={`${one.source} ${placesKey(one)}`}>
            {t(`role.source.${one.source}`)}: {placedText(one, t)}
          </small>
        ))}
      </label>
      <Link to={screens.role.path} params={{ survey: survey.extName, roleId }} search={peopleSearch()}>
        {t('role.look')}
        <span className="hidden-text"> {name}</span>
      </Link>
    </div>
  )
}

type PlacesProps = RoleProps & { at: number; places: AssignmentDraft; isOnly: boolean }

function RolePlaces({
  at,
  places,
  isOnly,
  role: { roleId, name, surveys },
  isFixed,
  views,
  names,
  onName,
  chosen,
  onChoose,
}: PlacesProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={css.places} disabled={isFixed}>
      <PlacesEditor
        label={name}
        surveys={surveys}
        views={views}
        places={places}
        names={names}
        onName={onName}
        onPlaces={(next) => onChoose(chosen.map((other, index) => (index === at ? { roleId, ...next } : other)))}
      />
      {!isOnly && (
        <LinkButton onClick={() => onChoose(chosen.filter((_, index) => index !== at))}>
          {t('user.removeAssignment')}
        </LinkButton>
      )}
    </fieldset>
  )
}
