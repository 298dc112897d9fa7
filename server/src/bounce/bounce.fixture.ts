import type { Bounce } from './read-bounce.ts'

type Shaped = { readonly from: string; readonly mail: string; readonly is: Bounce['is']; readonly status: string }

const head = (from: string, subject: string, type: string, more = '') =>
  `From: ${from}\r\nTo: bounces+code@example.com\r\nSubject: ${subject}\r\nDate: Thu, 26 Nov 2026 10:00:00 +0000\r\nMessage-ID: <x@mx.example.net>\r\nMIME-Version: 1.0\r\n${more}Content-Type: ${type}\r\n\r\n`

/** A report in parts (RFC 3464), with what servers write around it. */
const report = (from: string, subject: string, words: string, fields: string, type = 'message/delivery-status') =>
  head(
    from,
    subject,
    'multipart/report; report-type=delivery-status; boundary="b"',
    'Auto-Submitted: auto-replied\r\n',
  ) +
  `This is a MIME-encapsulated message.\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${words}\r\n\r\n--b\r\nContent-Type: ${type}\r\n\r\nReporting-MTA: dns; mx.example.net\r\n\r\n${fields}\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nFrom: kaiku@example.com\r\nTo: ann@example.net\r\nSubject: How was your visit?\r\n\r\nHello\r\n\r\n--b--\r\n`

const failed = (status: string, said: string, action = 'failed') =>
  `Final-Recipient: rfc822; ann@example.net\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; ${said}`

/** In words alone. */
const words = (from: string, subject: string, text: string, more = '') =>
  head(from, subject, 'text/plain; charset=utf-8', more) + text

const daemon = 'Mail Delivery System <MAILER-DAEMON@mx.example.net>'

/** Mails that come back, in the shapes in which common servers write them. */
export const bounceCorpus: readonly Shaped[] = [
  {
    from: 'Postfix, unknown user',
    is: 'hard',
    status: '5.1.1',
    mail: report(
      daemon,
      'Undelivered Mail Returned to Sender',
      "I'm sorry to have to inform you that your message could not be delivered.",
      failed('5.1.1', '550 5.1.1 <ann@example.net>: Recipient address rejected: User unknown in virtual mailbox table'),
    ),
  },
  {
    from: 'Postfix, no such host',
    is: 'hard',
    status: '5.4.4',
    mail: report(
      daemon,
      'Undelivered Mail Returned to Sender',
      'Host or domain name not found.',
      failed(
        '5.4.4',
        'Host or domain name not found. Name service error for name=exmaple.net type=A: Host not found',
      ).replace('smtp;', 'X-Postfix;'),
    ),
  },
  {
    from: 'Postfix, given up after days',
    is: 'soft',
    status: '4.4.1',
    mail: report(
      daemon,
      'Undelivered Mail Returned to Sender',
      'delivery temporarily suspended',
      failed('4.4.1', 'connect to mx.example.net[192.0.2.1]:25: Connection timed out'),
    ),
  },
  {
    from: 'Postfix, delayed',
    is: 'delayed',
    status: '4.4.1',
    mail: report(
      daemon,
      'Delayed Mail (still being retried)',
      'THIS IS A WARNING ONLY. YOU DO NOT NEED TO RESEND YOUR MESSAGE.',
      failed('4.4.1', 'connect to mx.example.net: Connection timed out', 'delayed'),
    ),
  },
  {
    from: 'Gmail, no account',
    is: 'hard',
    status: '5.1.1',
    mail: report(
      'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      'Delivery Status Notification (Failure)',
      "Address not found: Your message wasn't delivered to ann@example.net because the address couldn't be found.",
      failed(
        '5.1.1',
        "550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n 550-5.1.1 double-checking the recipient's email address for typos or\r\n 550 5.1.1 unnecessary spaces. d2si123 - gsmtp",
      ),
    ),
  },
  {
    from: 'Gmail, over quota',
    is: 'soft',
    status: '4.2.2',
    mail: report(
      'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      'Delivery Status Notification (Failure)',
      "The recipient's inbox is full.",
      failed('4.2.2', "452-4.2.2 The recipient's inbox is out of storage space. - gsmtp"),
    ),
  },
  {
    from: 'Gmail, disabled',
    is: 'hard',
    status: '5.2.1',
    mail: report(
      'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      'Delivery Status Notification (Failure)',
      'The account is inactive.',
      failed('5.2.1', '550 5.2.1 The email account that you tried to reach is inactive. - gsmtp'),
    ),
  },
  {
    from: 'Gmail, taken for spam',
    is: 'soft',
    status: '5.7.1',
    mail: report(
      'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      'Delivery Status Notification (Failure)',
      'Message blocked',
      failed(
        '5.7.1',
        '550-5.7.1 [192.0.2.7 12] Our system has detected that this message is likely unsolicited mail. - gsmtp',
      ),
    ),
  },
  {
    from: 'Gmail, still trying',
    is: 'delayed',
    status: '4.4.1',
    mail: report(
      'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      'Delivery Status Notification (Delay)',
      'There was a temporary problem delivering your message. Gmail will retry for 47 more hours.',
      failed('4.4.1', 'The recipient server did not accept our requests to connect.', 'delayed'),
    ),
  },
  {
    from: 'Exchange Online, unknown',
    is: 'hard',
    status: '5.1.10',
    mail: report(
      'postmaster@outlook.com',
      'Undeliverable: How was your visit?',
      "Your message to ann@example.net couldn't be delivered. ann wasn't found at example.net.",
      failed(
        '5.1.10',
        '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ann@example.net not found by SMTP address lookup',
      ),
    ),
  },
  {
    from: 'Exchange Online, access denied',
    is: 'hard',
    status: '5.1.1',
    mail: report(
      'postmaster@example.onmicrosoft.com',
      'Undeliverable: How was your visit?',
      'Recipient address rejected',
      failed(
        '5.1.1',
        '550 5.4.1 Recipient address rejected: Access denied. [DB5EUR03FT012.eop-EUR03.prod.protection.outlook.com]',
      ),
    ),
  },
  {
    from: 'Exchange Online, full',
    is: 'soft',
    status: '5.2.2',
    mail: report(
      'postmaster@outlook.com',
      'Undeliverable: How was your visit?',
      'The mailbox is full.',
      failed(
        '5.2.2',
        '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded',
      ),
    ),
  },
  {
    from: 'Exchange Online, blocked',
    is: 'soft',
    status: '5.7.606',
    mail: report(
      'postmaster@outlook.com',
      'Undeliverable: How was your visit?',
      'blocked',
      failed(
        '5.7.606',
        '550 5.7.606 Access denied, banned sending IP [192.0.2.1]. To request removal from this list please visit',
      ),
    ),
  },
  {
    from: 'Outlook.com, unavailable',
    is: 'hard',
    status: '5.5.0',
    mail: report(
      'postmaster@hotmail.com',
      'Delivery Status Notification (Failure)',
      'This is an automatically generated Delivery Status Notification.',
      failed('5.5.0', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).'),
    ),
  },
  {
    from: 'Yahoo, no mailbox',
    is: 'hard',
    status: '5.1.1',
    mail: report(
      'MAILER-DAEMON@yahoo.com',
      'Failure Notice',
      'Sorry, we were unable to deliver your message to the following address.',
      failed('5.0.0', "554 5.1.1 delivery error: dd This user doesn't have a yahoo.com account (ann@yahoo.com) [0]"),
    ),
  },
  {
    from: 'Yahoo, postponed for complaints',
    is: 'soft',
    status: '4.7.0',
    mail: report(
      'MAILER-DAEMON@yahoo.com',
      'Failure Notice',
      'deferred',
      failed('4.7.0', '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to user complaints'),
    ),
  },
  {
    from: 'Exim, unrouteable',
    is: 'hard',
    status: '',
    mail: words(
      'Mail Delivery System <Mailer-Daemon@mx.example.net>',
      'Mail delivery failed: returning message to sender',
      'This message was created automatically by mail delivery software.\r\n\r\nA message that you sent could not be delivered to one or more of its\r\nrecipients. This is a permanent error. The following address(es) failed:\r\n\r\n  ann@example.net\r\n    host mx.example.net [192.0.2.1]\r\n    SMTP error from remote mail server after RCPT TO:<ann@example.net>:\r\n    550 unknown user here\r\n',
    ),
  },
  {
    from: 'Exim, with a report',
    is: 'hard',
    status: '5.0.0',
    mail: report(
      'Mail Delivery System <Mailer-Daemon@mx.example.net>',
      'Mail delivery failed: returning message to sender',
      'This message was created automatically by mail delivery software.',
      'Action: failed\r\nFinal-Recipient: rfc822;ann@example.net\r\nStatus: 5.0.0\r\nRemote-MTA: dns; mx.example.net\r\nDiagnostic-Code: smtp; 550 No Such User Here',
    ),
  },
  {
    from: 'qmail',
    is: 'hard',
    status: '5.1.1',
    mail: words(
      'MAILER-DAEMON@mx.example.net',
      'failure notice',
      "Hi. This is the qmail-send program at mx.example.net.\r\nI'm afraid I wasn't able to deliver your message to the following addresses.\r\nThis is a permanent error; I've given up. Sorry it didn't work out.\r\n\r\n<ann@example.net>:\r\nSorry, no mailbox here by that name. (#5.1.1)\r\n\r\n--- Below this line is a copy of the message.\r\n",
    ),
  },
  {
    from: 'qmail, full',
    is: 'soft',
    status: '5.2.2',
    mail: words(
      'MAILER-DAEMON@mx.example.net',
      'failure notice',
      'Hi. This is the qmail-send program at mx.example.net.\r\n\r\n<ann@example.net>:\r\nThe users mailfolder is over the allowed quota (size). (#5.2.2)\r\n',
    ),
  },
  {
    from: 'Sendmail',
    is: 'hard',
    status: '5.1.1',
    mail: report(
      'Mail Delivery Subsystem <MAILER-DAEMON@mx.example.net>',
      'Returned mail: see transcript for details',
      '   ----- The following addresses had permanent fatal errors -----\r\n<ann@example.net>\r\n    (reason: 550 5.1.1 <ann@example.net>... User unknown)',
      failed('5.1.1', '550 5.1.1 <ann@example.net>... User unknown'),
    ),
  },
  {
    from: 'Sendmail, too large',
    is: 'soft',
    status: '5.3.4',
    mail: report(
      'Mail Delivery Subsystem <MAILER-DAEMON@mx.example.net>',
      'Returned mail: see transcript for details',
      'message too big',
      failed('5.3.4', '552 5.3.4 Message is too large; 10240 bytes max'),
    ),
  },
  {
    from: 'Amazon SES',
    is: 'hard',
    status: '5.1.1',
    mail: report(
      'MAILER-DAEMON@amazonses.com',
      'Delivery Status Notification (Failure)',
      'An error occurred while trying to deliver the mail to the following recipients: ann@example.net',
      failed('5.1.1', 'smtp; 550 5.1.1 user unknown'),
    ),
  },
  {
    from: 'iCloud',
    is: 'hard',
    status: '5.1.1',
    mail: report(
      'MAILER-DAEMON@icloud.com',
      'Undelivered Mail Returned to Sender',
      'The mail system',
      failed('5.1.1', '550 5.1.1 <ann@icloud.com>: user does not exist'),
    ),
  },
  {
    from: 'GMX, in German',
    is: 'hard',
    status: '5.1.1',
    mail: report(
      '"GMX Mailer Daemon" <mailer-daemon@gmx.net>',
      'Mail delivery failed: returning message to sender',
      'Eine von Ihnen versandte Nachricht konnte nicht zugestellt werden.',
      failed('5.1.1', '550 Requested action not taken: mailbox unavailable'),
    ),
  },
  {
    from: 'Zimbra, over quota',
    is: 'soft',
    status: '4.2.2',
    mail: report(daemon, 'Undelivered Mail Returned to Sender', 'Over quota', failed('4.2.2', '452 4.2.2 Over quota')),
  },
  {
    from: 'Domino',
    is: 'hard',
    status: '5.1.1',
    mail: report(
      'Postmaster@example.net',
      'DELIVERY FAILURE: User ann (ann@example.net) not listed in Domino Directory',
      'Your message could not be delivered',
      failed('5.1.1', '550 5.1.1 User ann (ann@example.net) not listed in Domino Directory'),
    ),
  },
  {
    from: 'Mimecast, rejected by policy',
    is: 'soft',
    status: '5.7.0',
    mail: report(
      'postmaster@eu.mimecast.example',
      'Undeliverable: How was your visit?',
      'Rejected by policy',
      failed(
        '5.7.0',
        '550 Administrative prohibition - envelope blocked - https://community.mimecast.com/docs/DOC-1369#550',
      ),
    ),
  },
  {
    from: 'Proofpoint, DMARC',
    is: 'soft',
    status: '5.7.26',
    mail: report(
      daemon,
      'Undelivered Mail Returned to Sender',
      'DMARC',
      failed(
        '5.7.26',
        '550 5.7.26 Unauthenticated email from example.com is not accepted due to domain’s DMARC policy',
      ),
    ),
  },
  {
    from: 'an address in another alphabet',
    is: 'hard',
    status: '5.1.1',
    mail: report(
      daemon,
      'Undelivered Mail Returned to Sender',
      'could not be delivered',
      'Final-Recipient: utf-8; äiti@example.net\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 User unknown',
      'message/global-delivery-status',
    ),
  },
  {
    from: 'Yahoo, a complaint',
    is: 'complaint',
    status: '',
    mail:
      head(
        'complaints@arf.mail.yahoo.com',
        'FW: How was your visit?',
        'multipart/report; report-type=feedback-report; boundary="b"',
      ) +
      '--b\r\nContent-Type: text/plain\r\n\r\nThis is an email abuse report.\r\n\r\n--b\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nUser-Agent: Yahoo!-Mail-Feedback/2.0\r\nVersion: 1\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: How was your visit?\r\n\r\nHello\r\n\r\n--b--\r\n',
  },
  {
    from: 'somebody on holiday',
    is: 'other',
    status: '',
    mail: words(
      'ann@example.net',
      'Automatic reply: How was your visit?',
      'I am out of office until Monday. For urgent things call 550 1234.\r\n',
      'Auto-Submitted: auto-replied\r\n',
    ),
  },
  {
    from: 'a person',
    is: 'other',
    status: '',
    mail: words(
      'Ann <ann@example.net>',
      'Re: How was your visit?',
      'My mailbox is full of these. Please stop, this user does not exist for you.\r\n',
    ),
  },
  {
    from: 'a relay that has handed it on',
    is: 'other',
    status: '2.0.0',
    mail: report(daemon, 'Successful Mail Delivery Report', 'delivered', failed('2.0.0', '250 2.0.0 OK', 'relayed')),
  },
]
