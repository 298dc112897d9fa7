import { daemon, failed, head, report, type Shaped, words } from './bounce-shape.fixture.ts'

/** Mails that come back, in further shapes. */
export const moreBounces: readonly Shaped[] = [
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
