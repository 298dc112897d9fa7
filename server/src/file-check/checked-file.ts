import {
  type AttachmentType,
  attachmentEndings,
  attachmentLimits,
  attachmentName,
  attachmentTypeOf,
  mayMean,
} from '@kaiku/core/attachment.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { checkPdf, checkText } from './document.ts'
import { gifOnly } from './gif.ts'
import { jpegOnly } from './jpeg.ts'
import { checkOffice } from './office.ts'
import { pngOnly } from './png.ts'
import { Unfit } from './unfit.ts'
import { webpOnly } from './webp.ts'

export type SentFile = { readonly name: string; readonly declared: string; readonly bytes: Buffer }
export type CheckedFile = { readonly name: string; readonly type: AttachmentType; readonly bytes: Buffer }

/** A file of which all is kept once it is checked. */
const unchanged = (check: (bytes: Buffer) => void | Promise<void>) => async (bytes: Buffer) => {
  await check(bytes)
  return bytes
}

/** Checks that the bytes are of the type, and answers what is kept of them. Throws `Unfit`. */
const checks = {
  'image/png': pngOnly,
  'image/jpeg': jpegOnly,
  'image/gif': gifOnly,
  'image/webp': webpOnly,
  'application/pdf': unchanged(checkPdf),
  'text/plain': unchanged(checkText),
  'text/csv': unchanged(checkText),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': unchanged((bytes) =>
    checkOffice(bytes, 'docx'),
  ),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': unchanged((bytes) => checkOffice(bytes, 'xlsx')),
} satisfies Record<AttachmentType, (bytes: Buffer) => Buffer | Promise<Buffer>>

/**
 * A file that may be attached: its name, what it is called and what it holds agree. Of pictures only the picture is
 * kept. Throws Fault `invalid` or `too_large`.
 */
export async function checkedFile({ name: given, declared, bytes }: SentFile): Promise<CheckedFile> {
  const name = attachmentName(given)
  const type = attachmentTypeOf(name)
  if (type === null) throw refuse('invalid', 'attachment.type', { endings: attachmentEndings.join(', ') })
  if (bytes.length === 0) throw refuse('invalid', 'attachment.empty', { name })
  if (bytes.length > attachmentLimits.file) throw tooLarge()
  if (!mayMean(declared, type)) throw refuse('invalid', 'attachment.content', { name })
  try {
    return { name, type, bytes: await checks[type](bytes) }
  } catch (error) {
    if (error instanceof Unfit) throw refuse('invalid', 'attachment.content', { name })
    throw error
  }
}

export const tooLarge = () => refuse('too_large', 'attachment.large', { most: attachmentLimits.file / 2 ** 20 })
