import { secondFactorCalls } from '@kaiku/contract/second-factor.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { proveAgain, refuseActor } from '../password-proof/own-account.ts'
import { endEverywhere, presentOf } from '../session/end-everywhere.ts'
import { strengthen } from '../session/session.ts'
import type { SignedInViewer } from '../session/who.ts'
import { beginPasskey, confirmPasskey, removePasskey } from './passkey.ts'
import { renewRecoveryCodes } from './recovery-code.ts'
import { describeSecondFactors, needsSecondFactor } from './second-factor.ts'
import { beginTotp, confirmTotp, removeTotp } from './totp.ts'

type Policy = SignedInViewer['universe']['secondFactor']

/** The strictest of the person's universes: an account is one in all of them. */
export function policyOf({ memberships }: Pick<SignedInViewer, 'memberships'>): Policy {
  const policies = new Set(memberships.map(({ secondFactor }) => secondFactor))
  if (policies.has('required')) return 'required'
  return policies.has('offered') || policies.size === 0 ? 'offered' : 'off'
}

export const secondFactorRoutes = (app: FastifyInstance, stores: Stores, { publicUrl }: Configuration) =>
  mount(app, secondFactorCalls, {
    secondFactors: (_who, _nothing, request) => described(stores, request),

    async beginTotp(who, { password }, request) {
      await mayAdd(stores, who, request, password)
      return beginTotp(stores, request.viewer.person)
    },

    async confirmTotp(who, { code }, request) {
      refuseActor(who)
      const { person } = request.viewer
      const hadOne = await needsSecondFactor(stores, person)
      if (!(await confirmTotp(stores, person, code, Date.now())))
        throw refuse('invalid', 'secondFactor.wrongCode', {}, [
          { place: 'code', expected: 'the six digits that the app shows', found: code },
        ])
      return added(stores, who, request, 'totp', hadOne)
    },

    removeTotp: (who, { password }, request) =>
      removing(stores, who, request, password, 'totp', () => removeTotp(stores, who.userId)),

    async beginPasskey(who, { password }, request) {
      await mayAdd(stores, who, request, password)
      return { options: await beginPasskey(stores, request.viewer.person, publicUrl) }
    },

    async confirmPasskey(who, answer, request) {
      refuseActor(who)
      const { person } = request.viewer
      const hadOne = await needsSecondFactor(stores, person)
      await confirmPasskey(stores, person, publicUrl, answer)
      return added(stores, who, request, `passkey ${answer.name}`, hadOne)
    },

    removePasskey: (who, { password, id }, request) =>
      removing(stores, who, request, password, 'passkey', () => removePasskey(stores, who.userId, id)),

    async renewRecoveryCodes(who, { password }, request) {
      await mayAdd(stores, who, request, password)
      const { person } = request.viewer
      if (!(await needsSecondFactor(stores, person))) throw refuse('invalid', 'secondFactor.first')
      const recoveryCodes = await renewRecoveryCodes(stores, person.id)
      await record(stores, actorOf(who, request.ip), {
        action: 'secondFactor.change',
        subject: who.username,
        after: { renewed: 'recovery codes' },
      })
      return { factors: await described(stores, request), recoveryCodes }
    },
  })

const described = (stores: Stores, { viewer }: FastifyRequest) =>
  describeSecondFactors(stores, viewer.person, policyOf(viewer))

/** Throws where nothing can be set up: in another's name, without a password, or against the universes' will. */
async function mayAdd(stores: Stores, who: Viewer, { viewer, ip }: FastifyRequest, password: string) {
  refuseActor(who)
  if (viewer.person.passwordHash === null) throw refuse('invalid', 'secondFactor.elsewhere')
  if (policyOf(viewer) === 'off') throw refuse('forbidden', 'secondFactor.off')
  await proveAgain(stores, viewer.person, password, ip)
}

/** With the first one, sessions that were opened without it end. */
async function added(stores: Stores, who: Viewer, request: FastifyRequest, factor: string, hadOne: boolean) {
  const { session, viewer, ip } = request
  if (!hadOne) await endEverywhere(stores, viewer.person.id, presentOf(request))
  if (session) await strengthen(stores, session.id)
  const recoveryCodes = hadOne ? [] : await renewRecoveryCodes(stores, viewer.person.id)
  await record(stores, actorOf(who, ip), {
    action: 'secondFactor.change',
    subject: who.username,
    after: { added: factor },
  })
  return { factors: await described(stores, request), recoveryCodes }
}

async function removing(
  stores: Stores,
  who: Viewer,
  request: FastifyRequest,
  password: string,
  factor: string,
  remove: () => Promise<boolean>,
) {
  const { viewer, ip } = request
  refuseActor(who)
  await proveAgain(stores, viewer.person, password, ip)
  const { totpSince, passkeys } = await described(stores, request)
  const isLast = (totpSince === null ? 0 : 1) + passkeys.length === 1
  if (isLast && policyOf(viewer) === 'required') throw refuse('invalid', 'secondFactor.required')
  if (!(await remove())) throw new Fault('not_found', 'There is no such second factor.')
  if (isLast) await stores.service.query('delete from recovery_code where person = $1', [viewer.person.id])
  await record(stores, actorOf(who, ip), {
    action: 'secondFactor.change',
    subject: who.username,
    before: { removed: factor },
  })
  return described(stores, request)
}
