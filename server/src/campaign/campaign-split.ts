import { createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { InputOf } from '@kaiku/contract/call.ts'
import type { Campaign, campaignCalls } from '@kaiku/contract/campaign.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { type MessageKind, type SplitArm, splitArms } from '@kaiku/core/campaign.ts'
import { type Localised, localise } from '@kaiku/core/localised.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { type Arm, compareShares } from '@kaiku/core/sequential-test.ts'
import type pg from 'pg'
import { inTransaction } from '../db/postgres.ts'
import { number, oneOf, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { shareFigure } from '../figure/share-figure.ts'
import { giveBetter } from '../recipient/recipient.ts'
import { contentOf, publishedVersion } from '../template/template.ts'
import { checkContent } from '../template/template-check.ts'
import { localesOf } from '../template/usual-template.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import { campaignToJudge, noteJudged, type StoredCampaign } from './campaign.store.ts'
import { answeredSql, countColumns, countsSql, nobody, recipientsSeen } from './campaign-count.ts'

type Wanted = Pick<InputOf<(typeof campaignCalls)['create']>, 'action' | 'templateId' | 'second'>

type Second = Pick<StoredCampaign, 'splitTemplate' | 'splitVersion' | 'splitSubject' | 'splitShare' | 'splitRest'>
/** What is kept where there is nothing to compare. */
export const noSecond: Second = {
  splitTemplate: null,
  splitVersion: null,
  splitSubject: null,
  splitShare: null,
  splitRest: false,
}

/** What is kept of what is compared with the first template. Throws Fault `invalid` where it can’t be. */
export async function secondOf(
  client: pg.PoolClient,
  dictionary: Dictionary,
  kind: MessageKind,
  { action, templateId, second }: Wanted,
  publicUrl: string,
): Promise<Second> {
  if (second === undefined) return noSecond
  const { subject = null } = second
  const other = second.templateId ?? templateId
  if ((subject === null) === (other === templateId)) throw refuse('invalid', 'campaign.splitSame')
  const found = await publishedVersion(client, dictionary, other)
  if (found.kind !== kind || kind === 'letter' || action === 'test') throw refuse('invalid', 'campaign.splitKind')
  if (subject !== null)
    await checkSubject(client, dictionary, { template: other, version: found.version, publicUrl }, subject)
  return {
    splitTemplate: other,
    splitVersion: found.version,
    splitSubject: subject,
    splitShare: second.share,
    splitRest: second.restGetsBetter,
  }
}

type Published = { readonly template: string; readonly version: number; readonly publicUrl: string }

/** Throws Fault `invalid` for a subject with which the template could not be published, and for its own. */
async function checkSubject(
  client: pg.PoolClient,
  dictionary: Dictionary,
  { template, version, publicUrl }: Published,
  subject: Localised,
): Promise<void> {
  const content = await contentOf(client, dictionary.universe, template, version)
  if (content?.kind !== 'mail') throw refuse('invalid', 'campaign.splitKind')
  const say = (text: Localised) =>
    localesOf(dictionary.definition).map((locale) =>
      localise(text, locale, dictionary.definition.settings.locale).trim(),
    )
  if (isDeepStrictEqual(say(content.subject), say(subject))) throw refuse('invalid', 'campaign.splitSame')
  const { settings } = await readUniverse(client, dictionary.universe)
  const changed = Object.assign({}, content, { subject })
  const checks = await checkContent(changed, { dictionary, colour: settings.colour, publicUrl })
  const isFit = say(subject).every((one) => one !== '') && !checks.some(({ isFault }) => isFault)
  if (!isFit) throw refuse('invalid', 'campaign.splitSubject')
}

/** Which template somebody gets: by chance, the same whenever it is asked, and whether or not they could be held out. */
export const armOf = (campaign: string, sample: string, share: number): 'a' | 'b' =>
  createHmac('sha256', campaign).update(`template ${sample}`).digest().readUInt32BE(0) % 100 < share ? 'b' : 'a'

type Splitting = Pick<StoredCampaign, 'id' | 'splitShare' | 'splitRest'> & { readonly splitBetter?: 'a' | 'b' | null }

/** The same for a campaign; null: it has one template. Who comes once it is decided is of the rest. */
export function armFor({ id, splitShare, splitRest, splitBetter = null }: Splitting, sample: string): SplitArm | null {
  if (splitShare === null) return null
  return splitRest && splitBetter !== null ? 'rest' : armOf(id, sample, splitShare)
}

/** At most so often two that are alike are called different. */
const level = 0.05
type Arms = { readonly a: Arm; readonly b: Arm }

/** Of all whom a message of each template reached, how many answered; without those who got the better one later. */
async function armsOf(client: pg.PoolClient, { universe, id }: StoredCampaign): Promise<Arms> {
  const { rows } = await query(
    client,
    { arm: oneOf('a', 'b'), asked: number, answered: number },
    `select r.arm, count(*) filter (where r.state = 'delivered')::int as asked,
       count(*) filter (where ${answeredSql})::int as answered
     from campaign_recipient r join sample s on (s.universe, s.survey, s.id) = (r.universe, r.survey, r.sample)
     where r.universe = $1 and r.campaign = $2 and r.arm in ('a', 'b') group by r.arm`,
    [universe, id],
  )
  const of = (arm: 'a' | 'b'): Arm => rows.find((row) => row.arm === arm) ?? { asked: 0, answered: 0 }
  return { a: of('a'), b: of('b') }
}

/** Looks at each comparison that is due: what is decided stays so, and the rest gets the better template where it shall. */
export async function judgeSplits({ service }: Pick<Stores, 'service'>): Promise<void> {
  while (await inTransaction(service, judgeNext));
}

async function judgeNext(client: pg.PoolClient): Promise<boolean> {
  const campaign = await campaignToJudge(client)
  if (!campaign) return false
  const { a, b } = await armsOf(client, campaign)
  const result = compareShares(a, b, campaign.splitP ?? 1, level)
  const winner = result && result.difference > 0 ? 'b' : 'a'
  const better = result && result.p < level ? winner : null
  await noteJudged(client, campaign, { p: result?.p ?? campaign.splitP, better })
  if (better !== null && campaign.splitRest) await giveBetter(client, campaign.universe, campaign.id)
  return true
}

type Split = NonNullable<Campaign['split']>

/** How two templates do; their result is of all recipients and told to whom all are shown. Null: there is one template. */
export async function tellSplit(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  stored: StoredCampaign,
  isWhole: boolean,
): Promise<Split | null> {
  const { splitShare, splitRest, splitAt, splitBetter } = stored
  if (splitShare === null) return null
  const arms = await armsSeen(client, who, dictionary, stored)
  const hasRest = arms.some(({ arm }) => arm === 'rest')
  return {
    share: splitShare,
    restGetsBetter: splitRest,
    arms,
    result: isWhole ? resultOf(await armsOf(client, stored), stored) : null,
    rest: hasRest && splitBetter && splitAt ? { arm: splitBetter, since: splitAt.toISOString() } : null,
  }
}

function resultOf({ a, b }: Arms, { splitAt, splitBetter }: StoredCampaign): Split['result'] {
  const result = compareShares(a, b, 1, level)
  return {
    verdict: splitBetter ?? (result ? 'open' : 'few'),
    difference: result && { value: result.difference, low: result.low, high: result.high },
    decidedAt: splitAt?.toISOString() ?? null,
  }
}

const armColumns = Object.assign({ arm: oneOf(...splitArms) }, countColumns)

async function armsSeen(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  stored: StoredCampaign,
): Promise<Split['arms']> {
  const { id, template, templateTitle, version, splitTemplate, splitTitle, splitVersion, splitBetter, splitSubject } =
    stored
  const { values, bind, from } = recipientsSeen(who, dictionary)
  const { rows } = await query(
    client,
    armColumns,
    `select r.arm, ${countsSql} from ${from} and r.campaign = ${bind(id)} and r.arm is not null
     group by r.arm`,
    values,
  )
  const templates = {
    a: template && version !== null ? { templateId: template, title: templateTitle ?? '', version } : null,
    b:
      splitTemplate && splitVersion !== null
        ? { templateId: splitTemplate, title: splitTitle ?? '', version: splitVersion }
        : null,
  }
  const counted = new Map(rows.map(({ arm, ...counts }) => [arm, counts]))
  const of = (arm: SplitArm) => (arm === 'rest' ? (splitBetter ?? 'a') : arm)
  // Both are shown where chance gave one of them to nobody, too.
  return splitArms
    .filter((arm) => arm !== 'rest' || counted.has(arm))
    .map((arm) => {
      const counts = counted.get(arm) ?? nobody
      return {
        arm,
        template: templates[of(arm)],
        subject:
          of(arm) === 'b' && splitSubject !== null
            ? localise(splitSubject, who.locale, dictionary.definition.settings.locale)
            : null,
        counts,
        rate: shareFigure({ n: counts.answered, of: counts.delivered }, dictionary.definition.settings.minimumN),
      }
    })
}
