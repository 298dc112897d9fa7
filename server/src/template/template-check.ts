import type { Template, TemplateContent } from '@kaiku/contract/template.ts'
import { checkLetter, checkLetterDesign, checkLetterPages } from '../letter-text/letter-check.ts'
import type { Found } from '../message/check-found.ts'
import { checkMail, checkMailDesign } from './mail-check.ts'
import type { MailSetting } from './mail-layout.ts'
import { checkSms } from './sms-template.ts'
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
