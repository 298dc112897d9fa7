import type { MailContent, Template } from '@kaiku/contract/template.ts'
import { permissions } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesOf, parts } from '../alert/alert.fixture.ts'
import { campaignSteps } from '../campaign/campaign.fixture.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { smtp } from '../mail/smtp.fixture.ts'
import { releaseProtected } from '../protection/release.ts'
import { openSampleWorld, type SampleWorld } from '../sample/sample.fixture.ts'
import { findSurvey } from '../survey/survey.ts'

type Headers = { authorization: string }

let world: SampleWorld
let server: Awaited<ReturnType<typeof smtp>>
let everywhere: Headers
beforeAll(async () => {
  world = await openSampleWorld()
  server = await smtp()
  everywhere = await world.person([])
})
afterAll(async () => {
  await world?.close()
  await server?.close()
})
