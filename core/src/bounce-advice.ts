/** What helps where mails of a domain do not arrive. */
export const bounceAdvices = ['address', 'domain', 'full', 'trust', 'slower', 'content', 'size', 'ask'] as const
export type BounceAdvice = (typeof bounceAdvices)[number]

/** In this order: words tell more than codes, which servers choose freely. */
const signs: readonly (readonly [BounceAdvice, RegExp])[] = [
  ['trust', /\b(?:spf|dkim|dmarc|unauthenticated|not authenticated)\b|\b[45]\.7\.2[0-9]\b/i],
  ['trust', /block(?:ed|list)|blacklist|reputation|spamhaus|banned|(?<!not )listed (?:at|by|in|on) /i],
  ['slower', /too many|rate limit|throttl|temporarily deferred|try again later|greylist|complaints|\b4\.7\.\d+\b/i],
  ['content', /spam|content|message refused|policy|\b5\.7\.1\b/i],
  ['full', /quota|mailbox (?:is )?full|storage|over ?quota|\b[45]\.2\.2\b/i],
  ['size', /too (?:large|big)|size limit|\b5\.3\.4\b|\b5\.2\.3\b/i],
  [
    'domain',
    /host (?:or domain name )?not found|domain (?:does not|doesn't|not) (?:exist|found)|nxdomain|no mx|\b[45]\.1\.2\b|\b[45]\.4\.4\b/i,
  ],
  [
    'address',
    /unknown|no such (?:user|box|mailbox|address)|does not exist|doesn't exist|not listed|inactive|disabled|unavailable|invalid recipient|\b5\.1\.[0-9]+\b|\b5\.2\.1\b|\b5\.5\.0\b/i,
  ],
]

/** What to do about mails that came back with these words; `ask`: the words say nothing that is known. */
export const bounceAdvice = (said: string): BounceAdvice => signs.find(([, sign]) => sign.test(said))?.[0] ?? 'ask'
