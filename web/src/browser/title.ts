import { useEffect } from 'react'

/** What the window or tab is called: first what the screen is, then where. */
export function useTitle(...parts: readonly (string | undefined)[]) {
  const title = [...parts, 'Kaiku'].filter((part) => part !== undefined && part !== '').join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
