import type { Stores } from '../stores.ts'

export async function refreshMonths(_stores: Stores, _survey: number, _months: readonly string[]): Promise<void> {}
