/** Why files are not fetched, in English. */
export const fetchReasons = {
  'fetch.address': 'Enter an address such as https://example.com/answers.csv or sftp://user@example.com/folder/*.csv.',
  'fetch.certificate': 'The server’s certificate isn’t valid: {why}.',
  'fetch.changed': 'Somebody else has changed this address.',
  'fetch.encoding': 'The server packed the file in a way that can’t be read: {encoding}.',
  'fetch.folder': 'Enter the folder to which imported files are moved.',
  'fetch.hostKeyChanged':
    'The server has another key than the one that was accepted: {found}. It may be another server.',
  'fetch.hostKeyNew': 'Nobody has accepted the key of this server yet.',
  'fetch.key': 'The private key can’t be read, or its passphrase is wrong.',
  'fetch.missing': 'There is nothing at this address.',
  'fetch.most': 'A survey can have up to {most} addresses. Remove some first.',
  'fetch.noRight': 'Who set this up may no longer import into this survey. Save the address anew.',
  'fetch.password': 'The address must not contain a password. Enter it below.',
  'fetch.paused': 'This address is paused.',
  'fetch.redirect': 'The server leads elsewhere in a way that isn’t allowed.',
  'fetch.rejects':
    '{rejected} of {rows} rows would be rejected, more than {most} percent. Nothing was imported. First: {why}',
  'fetch.secretAgain':
    'Enter the password or key again: a saved one only goes to the same server, for the person who entered it.',
  'fetch.secretKind':
    'An SFTP server needs a password or a private key; an HTTPS server a header, a username and password, or nothing.',
  'fetch.removed': 'The address was removed meanwhile.',
  'fetch.signIn': 'The server refused the sign-in.',
  'fetch.status': 'The server answered {status}.',
  'fetch.tooLarge': 'The file is larger than a file may be, or than the server said.',
  'fetch.tooMany': 'The folder has more than {most} entries.',
  'fetch.unreachable': 'The server can’t be reached: {why}',
} as const
