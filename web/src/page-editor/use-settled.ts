import { useEffect, useState } from 'react'

/** A value once it has stayed the same for so many milliseconds. */
export function useSettled<T>(value: T, settleMs = 250): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value, settleMs])
  return settled
}
