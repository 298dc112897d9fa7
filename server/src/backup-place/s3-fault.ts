import { BackupPlaceFault, type S3Access } from './place.ts'

/** What of an answer or of a broken connection says what went wrong: a code of S3, of Node, or the status. */
export type S3Trouble = { readonly code: string; readonly status: number | null }

const rights = 's3:ListBucket of the bucket, and s3:GetObject, s3:PutObject, s3:DeleteObject, s3:AbortMultipartUpload'

const untrusted = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_SSL|ERR_TLS/

/** Whether it may be gone a moment later. */
export const isPassing = ({ code, status }: S3Trouble): boolean =>
  status === null
    ? !untrusted.test(code)
    : status >= 500 || status === 429 || status === 408 || ['RequestTimeout', 'SlowDown'].includes(code)

/** In plain words; neither the secret nor a signature is among them, nor what the server wrote beside its code. */
export function s3Fault(trouble: S3Trouble, access: S3Access, bucket: string, address: URL): BackupPlaceFault {
  const { code, status } = trouble
  const where = `s3://${bucket} at ${address.host}`
  const known: Record<string, readonly [string, string]> = {
    SignatureDoesNotMatch: [
      `${where} refuses the signature: the secret is not that of the key ${access.keyId}`,
      'set KAIKU_BACKUP_S3_SECRET to its secret, or KAIKU_BACKUP_S3_SECRET_FILE to a file with it',
    ],
    InvalidAccessKeyId: [
      `${where} does not know the key ${access.keyId}`,
      'set KAIKU_BACKUP_S3_KEY_ID to one that it knows',
    ],
    AccessDenied: [`${where} does not permit it to the key ${access.keyId}`, `give it the rights ${rights}`],
    NoSuchBucket: [`there is no bucket ${bucket} at ${address.host}`, 'make it, or name another one'],
    RequestTimeTooSkewed: [`${where} says that the clock of this machine is wrong`, 'set it'],
    PermanentRedirect: [`${where} is to be asked elsewhere`, 'set KAIKU_BACKUP_S3_REGION to the region of the bucket'],
    AuthorizationHeaderMalformed: [
      `${where} is not in the region ${access.region}`,
      'set KAIKU_BACKUP_S3_REGION to the region of the bucket',
    ],
  }
  const alike: Record<string, string> = {
    InvalidSecurity: 'AccessDenied',
    AllAccessDisabled: 'AccessDenied',
    Forbidden: 'AccessDenied',
    AuthorizationQueryParametersError: 'AuthorizationHeaderMalformed',
    TemporaryRedirect: 'PermanentRedirect',
    MovedPermanently: 'PermanentRedirect',
  }
  const told = known[alike[code] ?? code] ?? (status === 301 || status === 307 ? known.PermanentRedirect : null)
  if (told) return new BackupPlaceFault(...told)
  if (status === 403) return new BackupPlaceFault(...(known.AccessDenied ?? ['', '']))
  if (status !== null)
    return new BackupPlaceFault(
      `${where} answered ${status}${code === '' ? '' : ` ${code}`}`,
      'see what its log says of it',
    )
  if (untrusted.test(code))
    return new BackupPlaceFault(
      `the certificate of ${address.host} is not trusted (${code})`,
      'give Kaiku that of its authority in NODE_EXTRA_CA_CERTS, or mend it',
    )
  return new BackupPlaceFault(
    `${address.host} cannot be reached (${code})`,
    'see that it runs, that this machine reaches it, and that KAIKU_BACKUP_S3_ENDPOINT is right',
  )
}

/** The code that Node gives a failure of the network; nothing else of it is told. */
export function networkCode(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at.name === 'TimeoutError') return 'no answer in time'
    if ('code' in at && typeof at.code === 'string') return at.code
  }
  return 'the connection broke'
}
