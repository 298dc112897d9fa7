import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width and height an element has been given, 0 until they are known. */
export function useSize<E extends Element>(): [RefObject<E | null>, number, number] {
  const ref = useRef<E>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      setSize({ width: Math.round(width), height: Math.round(height) })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size.width, size.height]
}
