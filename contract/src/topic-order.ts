import type { Topic, Topics } from './topic.ts'

export const topicOrders = ['frequency', 'impact'] as const
export type TopicOrder = (typeof topicOrders)[number]

/** By impact: what costs most stands first, what helps most last, and between them what nobody can tell. */
export function topicsInOrder(
  { topics }: Pick<Topics, 'topics'>,
  order: TopicOrder,
  indicator: { readonly better: 'high' | 'low' } | undefined,
): readonly Topic[] {
  if (order === 'frequency' || !indicator) return topics
  const sign = indicator.better === 'high' ? 1 : -1
  return [...topics].sort((a, b) => sign * ((a.impact?.value ?? 0) - (b.impact?.value ?? 0)))
}
