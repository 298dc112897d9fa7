import { expect, it } from 'vitest'
import { bytesText, secondsText } from './health-value.ts'

it.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1_500, '1.5 kB'],
  [61_234_000_000, '61.2 GB'],
  [5e15, '5,000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(bytesText(bytes, 'en')).toBe(text)
})

it.each([
  [0, '0 sec'],
  [0.012, '12 ms'],
  [3.25, '3.3 sec'],
  [90, '90 sec'],
  [600, '10 min'],
  [7_200, '2 hr'],
  [93_600, '26 hr'],
  [260_000, '3 days'],
])('%d seconds are %s', (seconds, text) => {
  expect(secondsText(seconds, 'en')).toBe(text)
})
