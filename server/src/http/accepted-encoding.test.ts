import { expect, it } from 'vitest'
import { acceptedEncoding } from './accepted-encoding.ts'

it.each([
  ['gzip, br', 'br'],
  ['gzip;q=0.5, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['*', 'br'],
  ['br;q=0', 'identity'],
  ['', 'identity'],
])('reads what a client takes: %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})
