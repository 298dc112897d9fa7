import type { RunReason } from '@kaiku/contract/effect.ts'
import type { Effect, EffectReceiver } from '@kaiku/contract/effect-block.ts'
import { fullGrant, type Permission, type Viewer } from '@kaiku/core/access.ts'
import { readTemplate } from '@kaiku/core/alert-template.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import type pg from 'pg'
import { nearestOf } from '../alert-rule/alert-owner.ts'
import { type Speaker, spoken, translatorOf } from '../alert-words/alert-words.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { putMail } from '../mail/mail.ts'
import { plain } from '../mail/mail-text.ts'
import { personByName } from '../person/person.ts'
import { holdersOf } from '../role/holder.ts'
import { quietScopeOf } from '../selection/scope.ts'
import { reaches } from '../selection/scope-condition.ts'
import { viewerNow } from '../session/who.ts'
import { readGateway } from '../sms/gateway.ts'
import { putSms } from '../sms/sms.ts'
import { escaped } from '../text/html.ts'
import { findUniverseById } from '../universe/universe.ts'
import type { WaitingEffect } from './effect-subject.ts'

type Mail = Extract<Effect, { type: 'mail' }>
/** Somebody who gets a mail, and as whom it speaks to them. */
type Reader = { readonly address: string; readonly who: Viewer }

/**
 * Puts the mails of an effect into the mailbox, in the client's transaction, each to be sent once at most; their ids, or why
 * there are none. Only who may open what it is about gets one.
 */
export async function mailEffect(
  stores: Stores,
  client: pg.PoolClient,
  dictionary: Dictionary,
  waiting: WaitingEffect & { readonly asked: Mail },
  publicUrl: string,
): Promise<readonly string[] | RunReason> {
  const { asked, universe, interviewId, alertId } = waiting
  const readers = await readersOf(stores, dictionary, waiting, asked.receiver)
  if (typeof readers === 'string') return readers
  const link = await linkOf(stores, dictionary, waiting, publicUrl)
  const about = [alertId, interviewId].flatMap((id) => id ?? [])
  const mails: string[] = []
  for (const { address, who } of readers) {
    const words = wordsFor(dictionary, waiting, who)
    const mail = written(words(asked.subject), words(asked.text), link, who.locale)
    mails.push(await putMail(client, address, mail, { universe, about, once: true }))
  }
  return mails
}

/** Where it is opened, by who may. */
async function linkOf(
  stores: Stores,
  { extName: survey }: Dictionary,
  { universe, interviewId, alertId, sampleId }: WaitingEffect,
  publicUrl: string,
): Promise<string> {
  const query = { universe: (await findUniverseById(stores, universe))?.name ?? '' }
  const path =
    alertId !== null
      ? pathTo('alert', { survey, alertId }, query)
      : sampleId !== null
        ? pathTo('sample', { survey, sampleId }, query)
        : pathTo('interview', { survey, interviewId: interviewId ?? '' }, query)
  return new URL(path, publicUrl).href
}

/** What somebody has to hold at its place to open what an effect is of. */
export const permissionFor = ({ alertId, sampleId }: Pick<WaitingEffect, 'alertId' | 'sampleId'>): Permission =>
  alertId !== null ? 'handleAlerts' : sampleId !== null ? 'manageSamples' : 'seeInterviews'

/** Puts an SMS where it waits to be sent, in the client’s transaction, to go once at most; its id, or why there is none. */
export async function smsEffect(
  stores: Stores,
  client: pg.PoolClient,
  dictionary: Dictionary,
  waiting: WaitingEffect & { readonly asked: Extract<Effect, { type: 'sms' }> },
  publicUrl: string,
): Promise<readonly string[] | RunReason> {
  const { universe, asked } = waiting
  const gateway = await readGateway(client, universe)
  if (!gateway) return 'noGateway'
  const said = wordsFor(dictionary, waiting, outsider(dictionary))(asked.text)
  const text = `${said.trim()} ${await linkOf(stores, dictionary, waiting, publicUrl)}`
  return [await putSms(client, { universe, to: asked.to, from: gateway.sender, text })]
}

async function readersOf(
  stores: Stores,
  dictionary: Dictionary,
  { universe, alertId, sampleId, leaves, view }: WaitingEffect,
  receiver: EffectReceiver,
): Promise<readonly Reader[] | RunReason> {
  if (receiver.to === 'address') return [{ address: receiver.address, who: outsider(dictionary) }]
  const permission = permissionFor({ alertId, sampleId })
  const people =
    receiver.to === 'person'
      ? [(await personByName(stores, receiver.username))?.id ?? []].flat()
      : nearestOf(await holdersOf(stores, dictionary, permission), dictionary, {
          roles: [receiver.role].flat(),
          view: view ?? dictionary.definition.views[0]?.extName ?? '',
          leaves,
        })
  const found = await Promise.all(people.map((id) => viewerNow(stores, id, universe)))
  const members = found.flatMap((one) => one ?? [])
  if (members.length === 0) return 'nobody'
  const able = members.filter(({ who }) => reaches(who, dictionary, permission, leaves))
  if (able.length === 0) return 'noRight'
  const readers = able.flatMap(({ who, person }) => (person.email ? [{ address: person.email, who }] : []))
  return readers.length > 0 ? readers : 'noAddress'
}

/** To an address Kaiku itself speaks, in the language of the survey: a mail tells nothing of who answered to anybody. */
const outsider = ({ universe, definition }: Dictionary): Viewer => ({
  userId: '',
  username: 'Kaiku',
  universe,
  universes: [universe],
  locale: definition.settings.locale,
  grants: [fullGrant('Kaiku')],
  isUserAdmin: false,
  isRoot: false,
  isReadOnly: true,
  seesNamesAbove: true,
})

/** What a text says to a reader: an answer is put in on one line, and nothing of it becomes a link. */
function wordsFor(
  dictionary: Dictionary,
  { view, leaves, answers, day, facts, alertId, sampleId, alertTitle }: WaitingEffect,
  who: Viewer,
): (text: Localised) => string {
  const { locale } = who
  const speaker: Speaker = {
    dictionary,
    locale,
    who,
    translate: translatorOf(dictionary, locale),
    scope: quietScopeOf(who, dictionary, permissionFor({ alertId, sampleId })),
  }
  const about = { view: view ?? dictionary.definition.views[0]?.extName ?? '', leaves, answers, day, facts }
  const also = alertTitle === null ? {} : { alert: spoken(speaker, about, alertTitle) }
  return (text) =>
    readTemplate(speaker.translate(text))
      .map((part) => ('text' in part ? part.text : plain(spoken(speaker, about, `{${part.name}}`, also))))
      .join('')
}

function written(subject: string, text: string, link: string, locale: string) {
  const paragraphs = text.split(/\n{2,}/).map((one) => escaped(one.trim()).replaceAll('\n', '<br>'))
  const body = [...paragraphs, `<a href="${escaped(link)}">${escaped(link)}</a>`].map((one) => `<p>${one}</p>`).join('')
  return {
    subject: subject.replace(/\s+/g, ' ').trim(),
    text: `${text.trim()}\n\n${link}\n`,
    html: `<!doctype html><html lang="${escaped(locale)}"><body>${body}</body></html>`,
  }
}
