// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { pictureEvents, usePaperFit, usePrinting } from './printing.ts'

it('holds from the moment the browser asks for the page to print until it has it', () => {
  const { result } = renderHook(() => usePrinting())
  expect(result.current).toBe(false)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(result.current).toBe(true)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(result.current).toBe(false)
})

it('holds for a picture, too, for which nothing is drawn smaller as it is for paper', () => {
  const section = document.createElement('section')
  const table = section.appendChild(document.createElement('table'))
  table.style.minWidth = '1380px'
  document.body.append(section)
  const { result } = renderHook(() => {
    const isPrinting = usePrinting()
    usePaperFit({ current: section })
    return isPrinting
  })
  const zoomDuring = (name: string) => {
    act(() => void window.dispatchEvent(new Event(name)))
    return [result.current, table.style.getPropertyValue('zoom')]
  }
  expect(zoomDuring(pictureEvents.before)).toEqual([true, ''])
  expect(zoomDuring(pictureEvents.after)).toEqual([false, ''])
  expect(zoomDuring('beforeprint')).toEqual([true, '0.5'])
  expect(zoomDuring('afterprint')).toEqual([false, ''])
})
