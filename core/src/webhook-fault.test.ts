import { expect, it } from 'vitest'
import { answeredFault, readWebhookFault, webhookFaults } from './webhook-fault.ts'

it('reads every fault of a webhook as it was written', () => {
  expect(readWebhookFault(answeredFault(503))).toEqual({ is: 'answered', status: 503 })
  for (const [is, text] of Object.entries(webhookFaults)) expect(readWebhookFault(text)).toEqual({ is })
  expect(readWebhookFault('getaddrinfo ENOTFOUND desk.example.com')).toEqual({ is: 'nameless' })
})

it('leaves what other programs say in their words', () => {
  expect(readWebhookFault('connect ECONNREFUSED 127.0.0.1:1')).toBeNull()
  expect(readWebhookFault('')).toBeNull()
})
