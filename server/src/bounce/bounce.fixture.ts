import { daemon, failed, report, type Shaped, words } from './bounce-shape.fixture.ts'
import { moreBounces } from './more-bounces.fixture.ts'

/** The rest stand beside. */
const these: readonly Shaped[] = [
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
]

/** Mails that come back, in the shapes in which common servers write them. */
export const bounceCorpus: readonly Shaped[] = [...these, ...moreBounces]
