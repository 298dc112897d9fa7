import type { AnswerOf } from '@kaiku/contract/result.ts'

type Comment = AnswerOf<'Comments'>['comments'][number]

// Shorter ones say little, longer ones speak of much.
const [shortest, longest] = [25, 320]

const heardIn = ({ topics }: Comment) => topics.map(({ id, mood }) => `${id} ${mood ?? ''}`)

/**
 * So many comments that speak as most do: of the topics and in the mood that are met most often among them, each time of
 * another topic where there is one. The newest first where they speak alike.
 */
export function typicalComments(comments: readonly Comment[], count: number): Comment[] {
  const times = new Map<string, number>()
  for (const one of comments) for (const heard of new Set(heardIn(one))) times.set(heard, (times.get(heard) ?? 0) + 1)
  const moods = new Map<string | null, number>()
  for (const { sentiment } of comments) moods.set(sentiment, (moods.get(sentiment) ?? 0) + 1)
  const told = new Set<string>()
  const weightOf = (one: Comment) => {
    const topics = heardIn(one).map((heard) => (told.has(heard) ? 0 : (times.get(heard) ?? 0)))
    const isReadable = one.text.length >= shortest && one.text.length <= longest
    return Math.max(0, ...topics) + (moods.get(one.sentiment) ?? 0) / 10 + (isReadable ? comments.length : 0)
  }
  const left = [...comments]
  const chosen: Comment[] = []
  while (chosen.length < count && left.length > 0) {
    const weights = left.map(weightOf)
    const [next] = left.splice(weights.indexOf(Math.max(...weights)), 1)
    if (!next) break
    chosen.push(next)
    for (const heard of heardIn(next)) told.add(heard)
  }
  return chosen
}
