/** Why a message of a webhook was not taken, as it is kept. What other programs say stands there in their words. */
export const webhookFaults = {
  late: 'It did not answer in time.',
  nameless: 'The name has no address.',
  closed: 'The name leads to an address that is not on the open internet.',
} as const
type Named = keyof typeof webhookFaults

export const answeredFault = (status: number): string => `It answered ${status}.`

/** What a kept fault says; null: the words of another program. */
export function readWebhookFault(text: string): { is: Named } | { is: 'answered'; status: number } | null {
  const [, status] = /^It answered (\d+)\.$/.exec(text) ?? []
  if (status !== undefined) return { is: 'answered', status: Number(status) }
  const named = Object.keys(webhookFaults).find((key): key is Named => webhookFaults[key as Named] === text)
  // A name that nobody knows is said by the system.
  if (named === undefined) return /^getaddrinfo (?:ENOTFOUND|EAI_AGAIN)\b/.test(text) ? { is: 'nameless' } : null
  return { is: named }
}
