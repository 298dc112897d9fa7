import PostalMime, { type Email } from 'postal-mime'

/**
 * What a mail to the address of bounces says of the mail that it answers. `hard`: the address does not exist or takes
 * nothing; `soft`: it was not taken, and the address may be right (full, blocked, too large, given up after days);
 * `delayed`: the server still tries; `complaint`: its reader marked it as spam; `other`: nothing of these, such as a note
 * that somebody is on holiday.
 */
export type Bounce = {
  readonly is: 'hard' | 'soft' | 'delayed' | 'complaint' | 'other'
  /** RFC 3463, `5.1.1`; empty: none was told. */
  readonly status: string
  /** In the words of the server, one line. */
  readonly said: string
}

/** Letters of what a server said that are kept. */
const longest = 300

/** Reads a mail to the address of bounces (RFC 3464, RFC 5965, and what servers write that follow neither). */
export async function readBounce(raw: Buffer): Promise<Bounce> {
  const mail = await PostalMime.parse(raw)
  const report = reportOf(mail)
  const text = `${mail.text ?? ''}\n${mail.html?.replace(/<[^>]*>/g, ' ') ?? ''}`
  if (/^feedback-type:\s*(?:abuse|fraud|virus)/im.test(report)) return { is: 'complaint', status: '', said: '' }
  if (/^action:/im.test(report)) return ofReport(report)
  return isFromServer(mail) ? ofWords(text) : nothing
}

const nothing: Bounce = { is: 'other', status: '', said: '' }

const reportTypes = /^message\/(?:delivery-status|global-delivery-status|feedback-report)$/i

/** The parts that programs read, their folded lines in one. */
function reportOf({ attachments }: Email): string {
  const parts = attachments.filter(({ mimeType }) => reportTypes.test(mimeType))
  const decoder = new TextDecoder()
  return parts
    .map(({ content }) => (typeof content === 'string' ? content : decoder.decode(content)))
    .join('\n')
    .replace(/\r?\n[ \t]+/g, ' ')
}

function ofReport(report: string): Bounce {
  const field = (name: string) => new RegExp(`^${name}:\\s*(.+)$`, 'im').exec(report)?.[1]?.trim() ?? ''
  const said = oneLine(field('diagnostic-code').replace(/^[\w-]+;\s*/, ''))
  const status = /\d\.\d{1,3}\.\d{1,3}/.exec(field('status'))?.[0] ?? ''
  const action = field('action').toLowerCase()
  if (action.startsWith('delayed')) return { is: 'delayed', status, said }
  if (!action.startsWith('failed')) return { is: 'other', status, said }
  // Some say 5.0.0 of all, and the reason in words alone.
  const exact = status === '' || status.endsWith('.0.0') ? exactly(said) || status : status
  return { is: kindOf(exact, said), status: exact, said }
}

/** A status in the words of a server: `550 5.1.1 unknown`, `(#5.1.1)`. */
const exactly = (text: string): string => /(?:^|[\s#(:[-])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text)?.[1] ?? ''

const unknownAddress =
  /user unknown|unknown (?:user|recipient|address|mailbox)|no such (?:user|recipient|mailbox|address|person)|does(?: not|n.t) exist|not found|no mailbox|mailbox (?:unavailable|disabled|inactive)|invalid (?:recipient|mailbox|address)|recipient (?:rejected|address rejected|unknown)|account (?:disabled|inactive|closed)|address rejected|host (?:or domain name )?not found|domain (?:not found|does)|nullmx|not a valid mailbox/i
const passing =
  /quota|mailbox(?: is)? full|over ?quota|too (?:large|big|many)|spam|block|blacklist|policy|reputation|rate limit|greylist|try again|temporar|timed? ?out|timeout|connection|relay|authentication|dmarc|spf|dkim|content rejected/i

/** Whether the address is to be written to no more. What is said of the server, its rules or a full box may pass. */
function kindOf(status: string, said: string): 'hard' | 'soft' {
  const [kind = '', subject = '', detail = ''] = status.split('.')
  if (kind === '4') return 'soft'
  if (subject === '1') return detail === '7' || detail === '8' ? 'soft' : 'hard'
  if (subject === '2') return detail === '1' ? 'hard' : 'soft'
  if (subject === '4') return detail === '4' ? 'hard' : 'soft'
  if (subject === '3' || subject === '5' || subject === '6' || subject === '7')
    return unknownAddress.test(said) && !passing.test(said) ? 'hard' : 'soft'
  return unknownAddress.test(said) && !/quota|full/i.test(said) ? 'hard' : 'soft'
}

/** Mail servers that answer in words alone. */
function isFromServer({ from, subject, headers }: Email): boolean {
  const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? ''
  if (/auto-replied/i.test(header('auto-submitted')) || header('x-autoreply') !== '') return false
  return (
    /mailer-daemon|postmaster|mail delivery|delivery subsystem/i.test(`${from?.address ?? ''} ${from?.name ?? ''}`) ||
    /^(?:undeliver|failure notice|returned mail|mail delivery failed|delivery status notification|mail system error|nicht zustellbar|unzustellbar|ei voitu toimittaa)/i.test(
      subject ?? '',
    )
  )
}

function ofWords(text: string): Bounce {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const told =
    lines.find((line) => exactly(line) !== '' || /\b[45]\d\d[ -]/.test(line)) ??
    lines.find((line) => unknownAddress.test(line)) ??
    ''
  const status = exactly(told) || (/\b([45])\d\d[ -]/.exec(told)?.[1] ?? '')
  if (told === '') return nothing
  if (
    /will (?:keep|be) tr(?:y|ied)|still being retried|delayed|has not yet been/i.test(text) &&
    !status.startsWith('5')
  )
    return { is: 'delayed', status, said: oneLine(told) }
  return { is: kindOf(status, told), status: status.includes('.') ? status : '', said: oneLine(told) }
}

const oneLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longest)
