import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { alertDe } from './alert-de.ts'
import { alertEn } from './alert-en.ts'
import { alertFi } from './alert-fi.ts'
import { alertSv } from './alert-sv.ts'
import { blockDe } from './block-de.ts'
import { blockEn } from './block-en.ts'
import { blockFi } from './block-fi.ts'
import { blockSv } from './block-sv.ts'
import { campaignDe } from './campaign-de.ts'
import { campaignEn } from './campaign-en.ts'
import { campaignFi } from './campaign-fi.ts'
import { campaignSv } from './campaign-sv.ts'
import { codeDe } from './code-de.ts'
import { codeEn } from './code-en.ts'
import { codeFi } from './code-fi.ts'
import { codeSv } from './code-sv.ts'
import { codebookDe } from './codebook-de.ts'
import { codebookEn } from './codebook-en.ts'
import { codebookFi } from './codebook-fi.ts'
import { codebookSv } from './codebook-sv.ts'
import { componentDe } from './component-de.ts'
import { componentEn } from './component-en.ts'
import { componentFi } from './component-fi.ts'
import { componentSv } from './component-sv.ts'
import { de } from './de.ts'
import { effectDe } from './effect-de.ts'
import { effectEn } from './effect-en.ts'
import { effectFi } from './effect-fi.ts'
import { effectSv } from './effect-sv.ts'
import { en } from './en.ts'
import { fi } from './fi.ts'
import { formDe } from './form-de.ts'
import { formEn } from './form-en.ts'
import { formFi } from './form-fi.ts'
import { formSv } from './form-sv.ts'
import { healthDe } from './health-de.ts'
import { healthEn } from './health-en.ts'
import { healthFi } from './health-fi.ts'
import { healthSv } from './health-sv.ts'
import { integrityDe } from './integrity-de.ts'
import { integrityEn } from './integrity-en.ts'
import { integrityFi } from './integrity-fi.ts'
import { integritySv } from './integrity-sv.ts'
import { mappingDe } from './mapping-de.ts'
import { mappingEn } from './mapping-en.ts'
import { mappingFi } from './mapping-fi.ts'
import { mappingSv } from './mapping-sv.ts'
import { messageDe } from './message-de.ts'
import { messageEn } from './message-en.ts'
import { messageFi } from './message-fi.ts'
import { messageSv } from './message-sv.ts'
import { newSurveyDe } from './new-survey-de.ts'
import { newSurveyEn } from './new-survey-en.ts'
import { newSurveyFi } from './new-survey-fi.ts'
import { newSurveySv } from './new-survey-sv.ts'
import { peopleDe } from './people-de.ts'
import { peopleEn } from './people-en.ts'
import { peopleFi } from './people-fi.ts'
import { peopleSv } from './people-sv.ts'
import { placeDe } from './place-de.ts'
import { placeEn } from './place-en.ts'
import { placeFi } from './place-fi.ts'
import { placeSv } from './place-sv.ts'
import { proofDe } from './proof-de.ts'
import { proofEn } from './proof-en.ts'
import { proofFi } from './proof-fi.ts'
import { proofSv } from './proof-sv.ts'
import { reasonDe } from './reason-de.ts'
import { reasonEn } from './reason-en.ts'
import { reasonFi } from './reason-fi.ts'
import { reasonSv } from './reason-sv.ts'
import { ruleDe } from './rule-de.ts'
import { ruleEn } from './rule-en.ts'
import { ruleFi } from './rule-fi.ts'
import { ruleSv } from './rule-sv.ts'
import { sampleDe } from './sample-de.ts'
import { sampleEn } from './sample-en.ts'
import { sampleFi } from './sample-fi.ts'
import { sampleSv } from './sample-sv.ts'
import { scheduleDe } from './schedule-de.ts'
import { scheduleEn } from './schedule-en.ts'
import { scheduleFi } from './schedule-fi.ts'
import { scheduleSv } from './schedule-sv.ts'
import { scriptDe } from './script-de.ts'
import { scriptEn } from './script-en.ts'
import { scriptFi } from './script-fi.ts'
import { scriptSv } from './script-sv.ts'
import { sqlDe } from './sql-de.ts'
import { sqlEn } from './sql-en.ts'
import { sqlFi } from './sql-fi.ts'
import { sqlSv } from './sql-sv.ts'
import { surveyCopyDe } from './survey-copy-de.ts'
import { surveyCopyEn } from './survey-copy-en.ts'
import { surveyCopyFi } from './survey-copy-fi.ts'
import { surveyCopySv } from './survey-copy-sv.ts'
import { sv } from './sv.ts'
import { usageDe } from './usage-de.ts'
import { usageEn } from './usage-en.ts'
import { usageFi } from './usage-fi.ts'
import { usageSv } from './usage-sv.ts'
import { webhookDe } from './webhook-de.ts'
import { webhookEn } from './webhook-en.ts'
import { webhookFi } from './webhook-fi.ts'
import { webhookSv } from './webhook-sv.ts'
import { workDe } from './work-de.ts'
import { workEn } from './work-en.ts'
import { workFi } from './work-fi.ts'
import { workSv } from './work-sv.ts'

const texts = {
  en: {
    ...en,
    ...peopleEn,
    ...mappingEn,
    ...newSurveyEn,
    ...messageEn,
    ...campaignEn,
    ...codebookEn,
    ...blockEn,
    ...surveyCopyEn,
    ...codeEn,
    ...scriptEn,
    ...sqlEn,
    ...integrityEn,
    ...usageEn,
    ...healthEn,
    ...formEn,
    ...componentEn,
    ...alertEn,
    ...sampleEn,
    ...webhookEn,
    ...proofEn,
    ...reasonEn,
    ...ruleEn,
    ...effectEn,
    ...scheduleEn,
    ...workEn,
    ...placeEn,
  },
  fi: {
    ...fi,
    ...peopleFi,
    ...mappingFi,
    ...newSurveyFi,
    ...messageFi,
    ...campaignFi,
    ...codebookFi,
    ...blockFi,
    ...surveyCopyFi,
    ...codeFi,
    ...scriptFi,
    ...sqlFi,
    ...integrityFi,
    ...usageFi,
    ...healthFi,
    ...formFi,
    ...componentFi,
    ...alertFi,
    ...sampleFi,
    ...webhookFi,
    ...proofFi,
    ...reasonFi,
    ...ruleFi,
    ...effectFi,
    ...scheduleFi,
    ...workFi,
    ...placeFi,
  },
  sv: {
    ...sv,
    ...peopleSv,
    ...mappingSv,
    ...newSurveySv,
    ...messageSv,
    ...campaignSv,
    ...codebookSv,
    ...blockSv,
    ...surveyCopySv,
    ...codeSv,
    ...scriptSv,
    ...sqlSv,
    ...integritySv,
    ...usageSv,
    ...healthSv,
    ...formSv,
    ...componentSv,
    ...alertSv,
    ...sampleSv,
    ...webhookSv,
    ...proofSv,
    ...reasonSv,
    ...ruleSv,
    ...effectSv,
    ...scheduleSv,
    ...workSv,
    ...placeSv,
  },
  de: {
    ...de,
    ...peopleDe,
    ...mappingDe,
    ...newSurveyDe,
    ...messageDe,
    ...campaignDe,
    ...codebookDe,
    ...blockDe,
    ...surveyCopyDe,
    ...codeDe,
    ...scriptDe,
    ...sqlDe,
    ...integrityDe,
    ...usageDe,
    ...healthDe,
    ...formDe,
    ...componentDe,
    ...alertDe,
    ...sampleDe,
    ...webhookDe,
    ...proofDe,
    ...reasonDe,
    ...ruleDe,
    ...effectDe,
    ...scheduleDe,
    ...workDe,
    ...placeDe,
  },
}
const keys = Object.keys(texts.en).sort()
const english = new Map(Object.entries(texts.en))
const places = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '').sort((a, b) => a.localeCompare(b))

// The survey's own texts fill these in.
const mayBeEmpty = (key: string) => key.startsWith('support.contact.')

const source = join(import.meta.dirname, '..')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\.test\.|^text\/(?:block-|survey-copy-|code-|codebook-|script-|sql-|integrity-|people-|proof-|reason-|component-|alert-|sample-|webhook-|schedule-|work-|message-|usage-)?(?:en|fi|sv|de)\.ts$/.test(
        file,
      ),
  )
  .map((file) => ({ file, code: readFileSync(join(source, file), 'utf8') }))

/** Names of states, kinds and reasons that keys are built of. */
const shared = ['core', 'contract'].flatMap((room) => {
  const folder = join(source, '../..', room, 'src')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/\.test\./.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
})

const everywhere = [
  ...['PostgreSQL', 'ClickHouse'],
  'Kaiku',
  'NPS',
  'Root',
  'SQL',
  'Token',
  'vgs',
  'finland',
  'yyyy-MM-dd',
]
const same: Readonly<Record<'fi' | 'sv' | 'de', ReadonlySet<string>>> = {
  fi: new Set([...everywhere, 'Logo', 'Ranking']),
  sv: new Set([
    ...[
      ...everywhere,
      ...['OK', 'Online', 'Passkeys', 'Period', 'Segment', 'Status', 'Support', 'System', 'Test', 'Trend', 'URL'],
    ],
    ...[
      'Neutral',
      'Person',
      'Process',
      'Text',
      'Version',
      'Version {version}',
      'Version {n}',
      'live',
      'server',
      'text',
    ],
    ...['{count} person', '{n} person', '{name}, position {place}', 'Filter', 'Import', 'Organisation'],
  ]),
  de: new Set([
    ...[
      ...everywhere,
      '{n} SMS',
      ...[
        'OK',
        'Logo',
        'Online',
        'Optional',
        'Passkeys',
        'Segment',
        'Sparklines',
        'Status',
        'Support',
        'SMS',
        'System',
      ],
    ],
    ...[
      'Client',
      'Claim',
      'Details',
      'Domain',
      'Interview',
      'Interviews',
      'Link',
      'Name',
      'Neutral',
      'Person',
      'Secret',
      'Test',
      'Text',
    ],
    ...['URL', 'Version', 'Version {version}', 'Webhooks', 'live', 'Filter', 'Import', 'Organisation'],
  ]),
}

describe('the texts', () => {
  it.each(Object.entries(texts))('has every key in %s, and no other', (_, own) => {
    expect(Object.keys(own).sort()).toEqual(keys)
  })

  it.each(Object.entries(texts))('says something for every key in %s, with the same places to fill', (_, own) => {
    const wrong = Object.entries(own).filter(
      ([key, text]) =>
        (text.trim() === '' && !mayBeEmpty(key)) || places(text).join() !== places(english.get(key) ?? '').join(),
    )
    expect(wrong).toEqual([])
  })

  it('has no text in code: whatever is read by people stands behind a key', () => {
    const readable = /\p{L}{2}/u
    const wrong = files.flatMap(({ file, code }) => {
      const attributes = [...code.matchAll(/\b(?:aria-label|title|placeholder|alt|label)="([^"]*)"/g)]
      const children = file.endsWith('.tsx') ? [...code.matchAll(/<\/?[\w.]+(?:\s[^<>{}]*)?>([^<>{}()=;]+)<\//g)] : []
      return [...attributes, ...children]
        .filter((found) => readable.test(found[1] ?? ''))
        .map((found) => `${file}: ${found[1]}`)
    })
    expect(wrong).toEqual([])
  })

  it('has no sentence glued from pieces: what stands together is one text with places to fill', () => {
    const wrong = files.flatMap(({ file, code }) => {
      const templates = [...code.matchAll(/`[^`]*\$\{t\([^`]*`(?!\$)/g)].map(([template]) => template)
      const glued = templates.filter((template) => {
        const bare = template.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…')
        return /\p{L}{2}/u.test(bare) || /… ….*t\(/.test(bare)
      })
      const added = [...code.matchAll(/(?:^|[^\w.])t\([^()]*(?:\([^()]*\))?[^()]*\) \+ |\+ t\(/g)].map(
        ([found]) => found,
      )
      const beside = file.endsWith('.tsx')
        ? [...code.matchAll(/\{t\([^{}]*(?:\{[^{}]*\})?[^{}]*\)\}(?:[.,;]|\{' '\}\s*\{t\()/g)].map(([found]) => found)
        : []
      return [...glued, ...added, ...beside].map((found) => `${file}: ${found}`)
    })
    expect(wrong).toEqual([])
  })

  it.each(['fi', 'sv', 'de'] as const)(
    'is translated in %s: only names, signs and words that are the same there stay',
    (l) => {
      const wrong = Object.entries(texts[l]).filter(
        ([key, text]) =>
          text === english.get(key) && /\p{L}{2}/u.test(text.replace(/\{\w+\}/g, '')) && !same[l].has(text),
      )
      expect(wrong).toEqual([])
    },
  )

  it('writes percentages as each language does', () => {
    const wrong = Object.entries(texts).flatMap(([language, own]) =>
      Object.entries(own).filter(([, text]) => (language === 'en' ? /[\d}]\s%/ : /[\d}][ ]?%/).test(text)),
    )
    expect(wrong).toEqual([])
  })

  it('says in each language what figures and pages are refused for', () => {
    // What only a program can send: it reads English.
    const ofPrograms = [
      'The place to go on from cannot be read.',
      'These comments cannot be sorted by',
      'depends on today.',
      'The scale of',
      'is no part of',
    ]
    const rooms = ['result', 'page', 'correction', 'counted-link', 'saved-filter']
    const wrong = rooms.flatMap((room) => {
      const folder = join(source, '../../server/src', room)
      return readdirSync(folder)
        .filter((file) => /\.ts$/.test(file) && !/\.(?:test|fixture)\./.test(file))
        .flatMap((file) =>
          [...readFileSync(join(folder, file), 'utf8').matchAll(/new Fault\('(?:invalid|too_large)', (.*)/g)]
            .map(([, said = '']) => said)
            .filter((said) => !ofPrograms.some((known) => said.includes(known)))
            .map((said) => `${room}/${file}: ${said}`),
        )
    })
    expect(wrong).toEqual([])
  })

  it('has no key that nothing uses', () => {
    const all = files.map(({ code }) => code).join('\n')
    const literal = new Set(all.match(/(?<=')[\w.:{} -]+(?=')/g))
    // A key is built of names that code elsewhere knows: `alert.state.${state}`.
    const known = new Set(
      [all, ...shared].flatMap((code) => code.match(/[\w:.]+/g) ?? []).flatMap((one) => [one, ...one.split(/[.:]/)]),
    )
    const built = [...all.matchAll(/`([\w.]+\.\$\{[^`]*|\$\{\w+\}(?:\.\w+)+)`/g)].map(
      ([, template = '']) => new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{[^{}]*\}/g, '(.+)')}$`),
    )
    const isBuilt = (key: string) =>
      built.some(
        (template) =>
          template
            .exec(key)
            ?.slice(1)
            .every((name) => known.has(name)) ?? false,
      )
    const unused = keys
      .map((key) => key.replace(/_(one|other)$/, ''))
      .filter((key) => !literal.has(key) && !isBuilt(key))
    // The rules of the date interval name their messages themselves.
    expect(unused.filter((key) => key !== 'must be larger than {from}')).toEqual([])
  })
})
