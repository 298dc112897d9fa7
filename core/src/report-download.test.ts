import { describe, expect, it } from 'vitest'
import { begun, fetched, inSurvey, mayBegin, noReport, type ReportDownload, refused, told } from './report-download.ts'

const asked = { survey: 'visits', reportUUID: 'a' }
const queued = begun(asked, { status: 'QUEUED', position: 2, progress: 0 })
const ready = told(queued, { status: 'FINISHED', position: null, progress: 1 })
const completed = fetched(ready, 'a')

describe('the download of a report', () => {
  it('goes from none to queued to ready to completed', () => {
    expect([noReport, queued, ready, completed].map(({ state }) => state)).toEqual([
      'none',
      'downloadQueued',
      'downloadReady',
      'downloadCompleted',
    ])
  })

  it('begins only where none is under way or waits to be fetched', () => {
    expect([noReport, queued, ready, completed].map(mayBegin)).toEqual([true, false, false, true])
  })

  it('says how many are before it while it waits', () => {
    expect(queued).toEqual({ ...asked, state: 'downloadQueued', position: 2, progress: 0 })
    expect(told(queued, { status: 'PROCESSING', position: null, progress: 0.4 })).toEqual({
      ...{ ...asked, state: 'downloadQueued' },
      ...{ position: null, progress: 0.4 },
    })
  })

  it.each(['FAILED', 'CANCELLED', 'EXPIRED'])('is none again when it is %s', (status) => {
    expect(told(queued, { status, position: null, progress: 0.4 })).toEqual(noReport)
  })

  it('stays ready whatever is told late', () => {
    const late = { status: 'QUEUED', position: 1, progress: 0 }
    for (const before of [noReport, ready, completed]) expect(told(before, late)).toBe(before)
  })

  it('that is ready is none again when it expires, or is not to be had', () => {
    expect(told(ready, { status: 'EXPIRED', position: null, progress: 1 })).toEqual(noReport)
    expect(refused(ready, 'a')).toEqual(noReport)
    expect(refused(ready, 'b')).toBe(ready)
  })

  it('is completed by its own file alone, however early that is fetched', () => {
    expect(fetched(ready, 'b')).toBe(ready)
    expect(fetched(queued, 'a').state).toBe('downloadCompleted')
    expect(fetched(noReport, 'a')).toBe(noReport)
  })

  it('is none in another survey', () => {
    const all: ReportDownload[] = [noReport, queued, ready, completed]
    expect(all.map((one) => inSurvey(one, 'other'))).toEqual(all.map(() => noReport))
    expect(all.map((one) => inSurvey(one, 'visits'))).toEqual(all)
  })
})
