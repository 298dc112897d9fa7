/** What a role can allow. The places are set when it is given to somebody. */
export const permissions = [
  'seeIndicators',
  'seeComments',
  'seeInterviews',
  /** Contact data, and answers to questions that are marked as personal. */
  'seeContacts',
  'export',
  'shareInterviews',
  'handleAlerts',
  'manageSamples',
  'sendCampaigns',
  'editPages',
  'editConfiguration',
  'importData',
  'manageUsers',
  'manageUniverse',
  'seeAudit',
] as const
export type Permission = (typeof permissions)[number]

/** Paths of node ids from below the root, by view: any of them. A view that is not named is not narrowed. */
export type NodesByView = Readonly<Record<string, readonly (readonly string[])[]>>

/** One assignment of a role to a viewer: what it allows, and where. */
export type Grant = {
  readonly role: string
  readonly permissions: readonly Permission[]
  /** Names of surveys; null: every survey of the universe. */
  readonly surveys: readonly string[] | null
  /** Interviews the permissions hold for; the views apply together. */
  readonly rows: NodesByView
  /** Where `seeIndicators` reaches further, such as to the stores nearby; null: as `rows`. */
  readonly figures: NodesByView | null
}

/** Who asks. `universe`: the tenant of this request, by its id; the grants are those of the viewer there. */
export type Viewer = {
  readonly userId: string
  readonly username: string
  readonly universe: string
  readonly universes: readonly string[]
  readonly isUserAdmin: boolean
  readonly isRoot: boolean
  readonly locale: string
  readonly grants: readonly Grant[]
  /** Viewing as somebody else: what that person may do narrows what the viewer may. */
  readonly within?: readonly Grant[]
  /** Who really acts, when it is not the user: root. */
  readonly actor?: { readonly userId: string; readonly username: string }
  /** The person whose view an administrator takes while staying who they are; `within` is what that person may do. */
  readonly viewedAs?: { readonly userId: string; readonly username: string }
  /** True: nothing may be changed. */
  readonly isReadOnly: boolean
  /** The survey whose draft is looked at instead of what is published. */
  readonly preview?: Previewed
  /** True: what is read leaves as a file, so every right holds only where `export` does, too. */
  readonly takesAlong?: boolean
  /** Whether the universe tells its viewers the names of the places above their own. */
  readonly seesNamesAbove?: boolean
}

export type Previewed = {
  readonly survey: string
  /** Whose other drafts are not for the viewer, who edits pages and no more. */
  readonly isOfPages: boolean
  /** Whoever holds the role, at the place with this path from its view down; null: not as a role. */
  readonly role: { readonly name: string; readonly path: readonly string[] } | null
}

/** What a role allows that allows everything everywhere in its universe. */
export const fullGrant = (role: string): Grant => ({ role, permissions, surveys: null, rows: {}, figures: null })

/** Where a grant gives a permission that it holds. */
export const nodesFor = ({ rows, figures }: Pick<Grant, 'rows' | 'figures'>, permission: Permission): NodesByView =>
  permission === 'seeIndicators' ? (figures ?? rows) : rows

/** The grants that hold for a survey. */
export const grantsFor = (grants: readonly Grant[], survey: string): readonly Grant[] =>
  grants.filter(({ surveys }) => surveys === null || surveys.some((own) => own.toLowerCase() === survey.toLowerCase()))

const holds = (grants: readonly Grant[], permission: Permission) =>
  grants.some((grant) => grant.permissions.includes(permission))

const granted = (permission: Permission) => (who: Viewer) =>
  who.isRoot || (holds(who.grants, permission) && (who.within === undefined || holds(who.within, permission)))

const everySurvey = (grants: readonly Grant[]) =>
  (['editConfiguration', 'importData'] as const).every((permission) =>
    holds(
      grants.filter(({ surveys }) => surveys === null),
      permission,
    ),
  )

/** Every permission question of the product: guard, button and query ask here. */
export const may = {
  seeIndicators: granted('seeIndicators'),
  seeComments: granted('seeComments'),
  seeInterviews: granted('seeInterviews'),
  seeContacts: granted('seeContacts'),
  export: granted('export'),
  shareInterviews: granted('shareInterviews'),
  handleAlerts: granted('handleAlerts'),
  manageSamples: granted('manageSamples'),
  sendCampaigns: granted('sendCampaigns'),
  editPages: granted('editPages'),
  editConfiguration: granted('editConfiguration'),
  importData: granted('importData'),
  manageUsers: (who: Viewer) => who.isUserAdmin,
  manageUniverse: granted('manageUniverse'),
  seeAudit: granted('seeAudit'),
  /** Who works by them and who writes them. */
  seeAlertRules: (who: Viewer) => granted('handleAlerts')(who) || granted('editConfiguration')(who),
  /** Who looks after the universe, and who brings in what takes a while. */
  seeWork: (who: Viewer) => granted('manageUniverse')(who) || granted('importData')(who),
  /** Who may define and fill any survey of the universe, so also one that is yet to be. */
  addSurvey: (who: Viewer) =>
    who.isRoot || (everySurvey(who.grants) && (who.within === undefined || everySurvey(who.within))),
  openBackend: (who: Viewer) => who.isRoot,
  impersonate: (who: Viewer) => who.isRoot && who.actor === undefined,
  changeUniverse: (who: Viewer) => who.universes.length > 1,
} satisfies Record<Permission, (who: Viewer) => boolean> & Record<string, (who: Viewer) => boolean>

export type Right = keyof typeof may

/** Whether any role lets the viewer into a survey at all. */
export const seesSurvey = (who: Viewer, survey: string): boolean =>
  who.isRoot ||
  (grantsFor(who.grants, survey).length > 0 && (who.within === undefined || grantsFor(who.within, survey).length > 0))
