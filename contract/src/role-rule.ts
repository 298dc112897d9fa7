import type { RoleRule } from '@kaiku/core/role-rule.ts'
import { z } from 'zod'

const value = z.string().min(1).max(300)

/** See core: claims of an identity provider's token that give a role. */
export const roleRule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('realmRole'), value }),
  z.strictObject({ kind: z.literal('clientRole'), client: value, value }),
  z.strictObject({ kind: z.literal('group'), value }),
  z.strictObject({ kind: z.literal('attribute'), claim: value, value }),
]) satisfies z.ZodType<RoleRule>
