import { refuse } from '@kaiku/core/reason.ts'
import type { MessageAudience } from '@kaiku/core/system-message.ts'
import type pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { listRoles } from '../role/stored-role.ts'

/** Throws Fault `invalid` for an audience that names what the universe does not have. */
export async function checkAudience(
  client: pg.PoolClient,
  universe: string,
  surveys: readonly Dictionary[],
  audience: MessageAudience,
): Promise<void> {
  if (!(await isThere(client, universe, surveys, audience))) throw refuse('invalid', 'systemMessage.nobody')
}

async function isThere(
  client: pg.PoolClient,
  universe: string,
  surveys: readonly Dictionary[],
  audience: MessageAudience,
): Promise<boolean> {
  switch (audience.to) {
    case 'everybody':
      return true
    case 'surveys': {
      const names = new Set(surveys.map(({ extName }) => extName.toLowerCase()))
      return audience.surveys.every((name) => names.has(name.toLowerCase()))
    }
    case 'roles': {
      const ids = new Set((await listRoles(client, universe)).map(({ roleId }) => roleId))
      return audience.roles.every((id) => ids.has(id))
    }
    case 'places':
      return audience.places.every(({ view, path }) =>
        surveys.some(({ views }) => (views.get(view)?.tree.resolve(path) ?? null) !== null),
      )
  }
}
