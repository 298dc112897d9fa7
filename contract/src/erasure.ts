import { z } from 'zod'
import { call } from './call.ts'

/** What an erasure takes away. */
export const erasedKinds = [
  ...(['interviews', 'notes', 'samples', 'sampleEvents', 'consents', 'alertNotes'] as const),
  ...(['attachments', 'replies', 'messages', 'filters', 'rejects'] as const),
] as const

/** What stays, and why. */
export const remainKinds = [
  ...(['diskUntilNight', 'hashes', 'auditLog', 'backups', 'accountMail', 'freeText', 'freedPages'] as const),
] as const

/** The proof that somebody is gone. It tells nothing of who it was. */
export const certificate = z
  .object({
    certificateId: z.uuid(),
    /** Gone from every answer. */
    erasedAt: z.iso.datetime(),
    /** Gone from disk; null: with the night’s work. */
    purgedAt: z.iso.datetime().nullable(),
    by: z.string(),
    surveys: z.array(z.string()),
    removed: z.array(z.object({ what: z.enum(erasedKinds), count: z.int() })),
    remains: z.array(z.enum(remainKinds)),
  })
  .meta({ id: 'ErasureCertificate' })
export type ErasureCertificate = z.output<typeof certificate>

const survey = z.string().min(1).max(200)
const at = z.strictObject({ survey, sampleId: z.uuid() })

export const erasureCalls = {
  erase: call({
    method: 'POST',
    path: 'vuejs/samples/erase/:survey/:sampleId',
    summary:
      'Erase a person in every survey of the universe, for good. Gone from every answer at once, from disk after the night',
    params: at,
    body: z.strictObject({ isSure: z.literal(true) }),
    reply: certificate,
    needs: 'manageSamples',
  }),
  data: call({
    method: 'GET',
    path: 'vuejs/samples/data/:survey/:sampleId',
    summary: 'Everything that is stored about the contact of a sample, for the person: as JSON',
    params: at,
    reply: z.record(z.string(), z.unknown()),
    needs: 'seeContacts',
    changes: true,
  }),
  certificates: call({
    method: 'GET',
    path: 'vuejs/samples/erasures/:survey',
    summary: 'The certificates of people who were erased in this survey, newest first',
    params: z.strictObject({ survey }),
    reply: z.array(certificate),
    needs: 'manageSamples',
  }),
}
