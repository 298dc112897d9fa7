import { refusal } from '@kaiku/core/text.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { errors, type InteractionResults } from 'oidc-provider'
import { z } from 'zod'
import type { Stores } from '../db/stores.ts'
import { provePassword } from '../password-proof/password-proof.ts'
import { type Person, personById } from '../person/person.ts'
import { codePage, expiredPage, passwordPage } from '../provider-page/provider.page.ts'
import { formPath } from '../provider-page/provider-address.ts'
import { type ProviderText, textsFor } from '../provider-page/provider-text.ts'
import { needsSecondFactor } from '../second-factor/second-factor.ts'
import { proveSecondFactor } from '../second-factor/second-factor-proof.ts'
import { deviceOf, rememberDevice } from '../session/device.ts'
import { recordSignIn } from '../sign-in/sign-in-record.ts'

const text = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((value) => refusal(value) === null)
    .default('')
const sent = z.object({
  username: text(320),
  password: text(1000),
  remember: text(10),
  code: text(40),
  restart: text(10),
})
type Sent = z.output<typeof sent>

/** Whose password was right, while the second factor is asked for. */
const halfway = z.object({ halfway: z.object({ person: z.string(), isRemembered: z.boolean() }) })

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>
type SignInRequest = {
  readonly request: FastifyRequest
  readonly interaction: Interaction
  readonly text: ProviderText
}
/** A page to show, or what the person has proved. */
type Step = { readonly page: string } | { readonly person: Person; readonly isRemembered: boolean }

/** The form of the own provider, at the address where Keycloak has its. */
export function signInRoutes(app: FastifyInstance, stores: Stores, provider: Provider, publicUrl: string): void {
  const home = new URL('/', publicUrl).href
  const show = (reply: FastifyReply, page: string) =>
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)

  async function asked(request: FastifyRequest, reply: FastifyReply): Promise<SignInRequest | null> {
    const interaction = await provider.interactionDetails(request.raw, reply.raw).catch((error: unknown) => {
      if (error instanceof errors.SessionNotFound) return null
      throw error
    })
    const wish = interaction?.params.ui_locales
    const texts = textsFor(typeof wish === 'string' ? wish : undefined, request.headers['accept-language'])
    if (interaction && interaction.uid === Reflect.get(Object(request.params), 'uid'))
      return { request, interaction, text: texts }
    await show(reply.code(400), expiredPage(texts, { home }))
    return null
  }

  const { askPassword, takePassword, takeCode } = signInSteps(stores, publicUrl)

  app.get(`${formPath}/:uid`, { schema: { hide: true } }, async (request, reply) => {
    const at = await asked(request, reply)
    if (!at) return reply
    return show(reply, halfOf(at.interaction) ? codePage(at.text, { error: null }) : askPassword(at, {}, null))
  })

  app.post(`${formPath}/:uid`, { schema: { hide: true } }, async (request, reply) => {
    const at = await asked(request, reply)
    if (!at) return reply
    const { data: form } = sent.safeParse(request.body)
    if (!form) return show(reply, askPassword(at, {}, at.text.wrong))
    if (form.restart !== '') {
      await keep(at.interaction, {})
      return show(reply, askPassword(at, {}, null))
    }
    const half = halfOf(at.interaction)
    const step = half ? await takeCode(at, form, half) : await takePassword(at, form)
    if ('page' in step) return show(reply, step.page)
    await recordSignIn(stores, step.person, request.ip)
    await rememberDevice(stores, step.person.id, { request, reply, publicUrl })
    const login = { accountId: step.person.id, remember: step.isRemembered }
    const result = { login }
    return reply.redirect(
      await provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false }),
      303,
    )
  })
}

/** What is asked of a person, and what their answers prove. */
function signInSteps(stores: Stores, publicUrl: string) {
  const forgot = new URL('/?forgot=yes', publicUrl).href

  const askPassword = (
    { interaction, text: texts }: SignInRequest,
    { username, remember }: Partial<Sent>,
    error: string | null,
  ) => {
    const { login_hint: hint } = interaction.params
    return passwordPage(texts, {
      username: username ?? (typeof hint === 'string' ? hint : ''),
      isRemembered: remember === 'on',
      error,
      forgot,
    })
  }

  async function takePassword(at: SignInRequest, form: Sent): Promise<Step> {
    const proof = await provePassword(stores, form, { address: at.request.ip, device: deviceOf(at.request) })
    if (proof.state === 'slowed')
      return { page: askPassword(at, form, at.text.slowed.replace('{seconds}', String(proof.seconds))) }
    if (proof.state === 'wrong') return { page: askPassword(at, form, at.text.wrong) }
    const { person } = proof
    const isRemembered = form.remember === 'on'
    if (!(await needsSecondFactor(stores, person))) return { person, isRemembered }
    await keep(at.interaction, { halfway: { person: person.id, isRemembered } })
    return { page: codePage(at.text, { error: null }) }
  }

  async function takeCode(
    { request: { ip: address }, text: texts }: SignInRequest,
    form: Sent,
    half: Half,
  ): Promise<Step> {
    const person = await personById(stores, half.person)
    if (!person || person.isDeactivated) return { page: codePage(texts, { error: texts.wrongCode }) }
    const shown = { code: form.code, passkey: '' }
    const proof = await proveSecondFactor(stores, person, shown, { address, publicUrl })
    if (proof.state === 'right') return { person, isRemembered: half.isRemembered }
    if (proof.state === 'slowed')
      return { page: codePage(texts, { error: texts.slowed.replace('{seconds}', String(proof.seconds)) }) }
    return { page: codePage(texts, { error: texts.wrongCode }) }
  }

  return { askPassword, takePassword, takeCode }
}

async function keep(interaction: Interaction, result: InteractionResults): Promise<void> {
  interaction.result = result
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000))
}

type Half = z.output<typeof halfway>['halfway']
const halfOf = ({ result }: Interaction): Half | null => halfway.safeParse(result).data?.halfway ?? null
