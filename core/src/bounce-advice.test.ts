import { expect, it } from 'vitest'
import { bounceAdvice } from './bounce-advice.ts'

it.each([
  ['address', '550 5.1.1 <ann@example.net>: Recipient address rejected: User unknown in virtual mailbox table'],
  ['address', '550 5.2.1 The email account that you tried to reach is inactive. - gsmtp'],
  ['address', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).'],
  ['address', '550 5.1.1 User ann (ann@example.net) not listed in Domino Directory'],
  ['full', '452 4.2.2 Over quota'],
  ['size', '552 5.3.4 Message is too large; 10240 bytes max'],
  ['slower', '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to user complaints'],
  ['trust', '550-5.7.26 This mail has been blocked because the sender is unauthenticated.'],
  ['trust', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org'],
  ['content', '554 5.7.1 Message rejected as spam by Content Filtering.'],
  ['domain', '5.4.4 Host or domain name not found. Name service error for name=exmaple.net type=MX: Host not found'],
  ['ask', 'connect to mx.example.net[192.0.2.1]:25: Connection timed out'],
  ['ask', ''],
] as const)('%s: %s', (advice, said) => {
  expect(bounceAdvice(said)).toBe(advice)
})
