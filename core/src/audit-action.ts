/** Everything that is written into the audit log. */
export const auditActions = [
  ...(['session.signIn', 'session.refused', 'session.slowedDown', 'session.signOut', 'session.impersonate'] as const),
  ...(['session.stopActing', 'session.viewAs', 'session.revoke', 'password.forgot', 'password.change'] as const),
  ...([
    'secondFactor.change',
    'secondFactor.reset',
    'user.create',
    'user.change',
    'user.invite',
    'user.deactivate',
    'user.import',
  ] as const),
  ...(['role.create', 'role.change', 'role.delete', 'access.assert', 'universe.change'] as const),
  ...([
    'configuration.publish',
    'bugs.clear',
    'scim.change',
    'apiKey.change',
    'webhook.change',
    'contact.view',
    'sample.change',
    'interview.share',
    'interview.readShared',
    'page.view',
    'figures.view',
    'data.export',
    'data.import',
    'data.correct',
    'alert.backfill',
    'data.erase',
  ] as const),
] as const
export type AuditAction = (typeof auditActions)[number]
