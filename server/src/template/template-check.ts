import type { Template, TemplateContent } from '@kaiku/contract/template.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import {
  checkLetter,
  checkLetterDesign,
  checkLetterPages,
  isToRecipients,
  leadsToForm,
} from '../letter-text/letter-check.ts'
import type { Found } from '../message/check-found.ts'
import { checkMail, checkMailDesign, isPlainMail, mailLeads } from './mail-check.ts'
import type { MailSetting } from './mail-layout.ts'
import { checkSms, isPlainSms, smsLeads } from './sms-template.ts'
import { localesOf } from './usual-template.ts'

type Check = Template['checks'][number]
type Setting = Omit<MailSetting, 'locale'> & { readonly publicUrl: string }

/** What speaks against publishing a message, and what is worth a look, in every language of the survey. */
export async function checkContent(content: TemplateContent, setting: Setting): Promise<readonly Check[]> {
  const locales = localesOf(setting.dictionary.definition)
  const checks = ofDesign(content, setting).map((one): Check => Object.assign({ locale: null }, one))
  for (const locale of locales) {
    const found = await inLanguage(content, setting, locale)
    checks.push(...found.map((one) => Object.assign({ locale }, one)))
  }
  if (content.kind === 'letter' && checks.every(({ isFault }) => !isFault))
    checks.push(...(await checkLetterPages(content, setting.dictionary, locales)))
  return sameInAll(checks, locales.length)
}

function ofDesign(content: TemplateContent, setting: Setting): readonly Found[] {
  if (content.kind === 'mail') return checkMailDesign(content, setting)
  return content.kind === 'letter' ? checkLetterDesign(content) : []
}

function inLanguage(content: TemplateContent, setting: Setting, locale: string): Promise<readonly Found[]> | Found[] {
  const { dictionary, colour, publicUrl } = setting
  switch (content.kind) {
    case 'mail':
      return checkMail(content, { dictionary, colour, locale })
    case 'sms':
      return checkSms(content, { dictionary, locale }, publicUrl)
    case 'letter':
      return checkLetter(content, { dictionary, locale })
  }
}

/** Whether a message that can be read leads its reader to the form, in every language of the survey. */
export async function leadsEverywhere(content: TemplateContent, dictionary: Dictionary): Promise<boolean> {
  const leads = await Promise.all(
    localesOf(dictionary.definition).map((locale) => leadsIn(content, { dictionary, colour: '', locale })),
  )
  return leads.every(Boolean)
}

async function leadsIn(content: TemplateContent, setting: MailSetting): Promise<boolean> {
  switch (content.kind) {
    case 'mail':
      return mailLeads(content, setting)
    case 'sms':
      return smsLeads(content, setting)
    case 'letter':
      return leadsToForm(content, setting)
  }
}

/** Whether a message leads to the form in no language, so that it may go to who is asked nothing. */
export function isPlain(content: TemplateContent): boolean {
  switch (content.kind) {
    case 'mail':
      return isPlainMail(content)
    case 'sms':
      return isPlainSms(content)
    case 'letter':
      return !isToRecipients(content)
  }
}

/** What holds in every language is said once. */
function sameInAll(checks: readonly Check[], languages: number): readonly Check[] {
  const keyOf = ({ kind, detail }: Check) => `${kind}\n${detail}`
  const times = new Map<string, number>()
  for (const one of checks) times.set(keyOf(one), (times.get(keyOf(one)) ?? 0) + 1)
  const seen = new Set<string>()
  return checks.flatMap((one) => {
    const key = keyOf(one)
    if ((times.get(key) ?? 0) < languages || one.locale === null) return [one]
    if (seen.has(key)) return []
    seen.add(key)
    return [{ ...one, locale: null }]
  })
}
