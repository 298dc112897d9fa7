import { describe, expect, it } from 'vitest'
import { pathTo } from './screen.ts'
import { visitsAt } from './visit.ts'

describe('what opening an address counts as', () => {
  it('is a page and the view that it is opened in, without place and filters', () => {
    const opened = [
      { kind: 'page', subject: 'overview', which: '' },
      { kind: 'view', subject: 'store', which: '' },
    ]
    expect(visitsAt('/page/overview/visits/store,all;age=1_30')).toEqual(opened)
    expect(visitsAt('/page/overview/visits/store,all,north,helsinki')).toEqual(opened)
    expect(visitsAt('/alertlist/visits/store,all')[0]).toEqual({ kind: 'page', subject: 'alerts', which: '' })
  })

  it('is a page of one’s own without saying which', () => {
    expect(visitsAt('/page/~0190/visits/store,all')[0]).toEqual({ kind: 'page', subject: '~', which: '0190' })
  })

  it('is an alert, an interview or an area', () => {
    expect(visitsAt('/alert/visits/a1')).toEqual([{ kind: 'alert', subject: '', which: 'a1' }])
    expect(visitsAt('/interview/visits/i1')).toEqual([{ kind: 'interview', subject: '', which: 'i1' }])
    expect(visitsAt(pathTo('audit', { survey: 'visits' }))).toEqual([
      { kind: 'area', subject: 'administration', which: 'audit' },
    ])
  })

  it.each(['/', '/bigscreen/x', '/shared/visits/1/2', '/nowhere', '/sl'])('is nothing at %s', (path) =>
    expect(visitsAt(path)).toEqual([]),
  )
})
