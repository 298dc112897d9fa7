import { mostMentionable } from '@kaiku/contract/mention.ts'
import { useQuery } from '@tanstack/react-query'
import type { PeopleQuery } from './mention.queries.ts'
import type { Mentionable } from './mentioned.ts'

const mostOffered = 6

/** Whom to offer for a name as far as it is written; null: nobody is being mentioned. The server is asked again only where it had more than it told. */
export function useOffered(people: PeopleQuery, name: string | null): readonly Mentionable[] {
  const wanted = (name ?? '').toLowerCase()
  const { data: all = [] } = useQuery({ ...people(''), enabled: name !== null })
  const isCut = all.length >= mostMentionable
  const { data: found = [] } = useQuery({ ...people(wanted), enabled: name !== null && isCut })
  if (name === null) return []
  const fitting = (isCut ? found : all).filter(({ name: full }) => full.toLowerCase().includes(wanted))
  const begins = (full: string) => full.toLowerCase().startsWith(wanted)
  return fitting.toSorted((a, b) => Number(begins(b.name)) - Number(begins(a.name))).slice(0, mostOffered)
}
