/** What a role can grant. Where it applies (nodes, rows or figures) is the role's scope, which the query path adds. */
export const permissions = ['seeIndicators', 'seeComments', 'seeContacts', 'export', 'editConfiguration'] as const
export type Permission = (typeof permissions)[number]

/** Who asks. `universe`: the tenant of this request; `permissions`: the union of the roles' there. */
export type Who = {
  userId: string
  username: string
  universe: string
  universes: readonly string[]
  isUserAdmin: boolean
  isRoot: boolean
  locale: string
  permissions: readonly Permission[]
}

const granted = (permission: Permission) => (who: Who) => who.isRoot || who.permissions.includes(permission)

/** Every permission question of the product: guard, button and query ask here. */
export const may = {
  seeIndicators: granted('seeIndicators'),
  seeComments: granted('seeComments'),
  seeContacts: granted('seeContacts'),
  export: granted('export'),
  editConfiguration: granted('editConfiguration'),
  manageUsers: (who: Who) => who.isUserAdmin,
  openBackend: (who: Who) => who.isRoot,
  changeUniverse: (who: Who) => who.universes.length > 1,
} satisfies Record<string, (who: Who) => boolean>
