import { expect, it } from 'vitest'
import { withoutSecrets } from './logged-request.ts'

it.each([
  ['/bigscreen/kaiku_key_abc', '/bigscreen/…'],
  ['/bigscreen/kaiku_key_abc/?x=1', '/bigscreen/…/?x=1'],
  ['/shared/retail/0189/s3cret', '/shared/retail/0189/…'],
  ['/leave/s3cret', '/leave/…'],
  ['/api/vuejs/auth/forgot/anna@example.com', '/api/vuejs/auth/forgot/…'],
  ['/api/report-schedule/by-link/s3cret', '/api/report-schedule/by-link/…'],
  ['/?enter=abc&redirect=%2Fx', '/?enter=…&redirect=%2Fx'],
  ['/?redirect=%2Fx&reset=abc', '/?redirect=%2Fx&reset=…'],
  ['http://kaiku.example.com/bigscreen/kaiku_key_abc', 'http://kaiku.example.com/bigscreen/…'],
  ['/api/bigscreen/state', '/api/bigscreen/state'],
  ['/ranking/retail/region,all;age=1?compare=none', '/ranking/retail/region,all;…?compare=none'],
  ['/api/vuejs/samples/list/x/all%3Bmail=anna~?search=anna', '/api/vuejs/samples/list/x/all%3B…?search=…'],
])('tells of %s without what opens something', (url, told) => {
  expect(withoutSecrets(url)).toBe(told)
})
