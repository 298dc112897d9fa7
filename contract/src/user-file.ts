import { z } from 'zod'
import { call } from './call.ts'
import { reject } from './import.ts'

/** What a column of a file of users can hold. `lastSignIn` is written and never read. */
export const userColumns = [
  'username',
  'email',
  'givenName',
  'familyName',
  'locale',
  'roles',
  'places',
  'figures',
  'state',
  'lastSignIn',
] as const
export type UserColumn = (typeof userColumns)[number]

const told = z.object({ key: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) })

/** What a file of users did, or (preview) would do. Each row is done as a whole or not at all. */
export const userImportReport = z
  .object({
    file: z.string(),
    isPreview: z.boolean(),
    rows: z.int(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    rejected: z.int(),
    /** Nobody is mailed unless this was asked for. */
    invited: z.int(),
    /** `told`: the reason for who translates it. */
    rejects: z.array(reject.extend({ told: told.optional() })),
    /** Headers that name no field of a user. */
    ignoredColumns: z.array(z.string()),
    /** The first rows that change something. */
    changes: z.array(
      z.object({
        line: z.int(),
        username: z.string(),
        kind: z.enum(['create', 'update']),
        fields: z.array(z.object({ column: z.enum(userColumns), before: z.string(), after: z.string() })),
      }),
    ),
  })
  .meta({ id: 'UserImportReport' })
export type UserImportReport = z.output<typeof userImportReport>

const yesNo = z.enum(['true', 'false']).default('false')

export const userFileCalls = {
  import: call({
    method: 'POST',
    path: 'user/import',
    summary: 'Make and change users by a CSV or Excel file (multipart field `file`), or preview it',
    query: z.strictObject({ preview: yesNo, invite: yesNo }),
    reply: userImportReport,
    kind: 'upload',
    needs: 'manageUsers',
  }),
  export: call({
    method: 'GET',
    path: 'user/export',
    summary: 'The members of the universe as CSV, in the shape that the import reads',
    query: z.strictObject({
      search: z.string().max(200).default(''),
      role: z.uuid().optional(),
      state: z.enum(['invited', 'active', 'deactivated']).optional(),
      locale: z.string().max(20).optional(),
    }),
    reply: z.object({ rows: z.int(), csv: z.string() }),
    needs: 'manageUsers',
  }),
}
