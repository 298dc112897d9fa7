/** The Helm that is installed or was fetched; null: there is none. */
export function findHelm(): string | null
