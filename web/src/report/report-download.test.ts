import { begun, fetched, noReport, told } from '@kaiku/core/report-download.ts'
import { beforeEach, expect, it, vi } from 'vitest'

const progress = { status: 'QUEUED', position: 3, progress: 0 }

beforeEach(() => {
  sessionStorage.clear()
  vi.resetModules()
})
const opened = () => import('./report-download.ts')

it('goes on after a reload where the tab was', async () => {
  const before = await opened()
  before.changeReportDownload(() => begun({ survey: 'visits', reportUUID: 'a' }, progress))
  vi.resetModules()
  const after = await opened()
  const ready = after.changeReportDownload((state) => told(state, { status: 'FINISHED', position: null, progress: 1 }))
  expect(ready).toEqual({ state: 'downloadReady', survey: 'visits', reportUUID: 'a' })
  expect(after.changeReportDownload((state) => fetched(state, 'a')).state).toBe('downloadCompleted')
})

it('is none in another survey, and where what was kept cannot be read', async () => {
  const { changeReportDownload, enterSurvey } = await opened()
  changeReportDownload(() => begun({ survey: 'visits', reportUUID: 'a' }, progress))
  expect(enterSurvey('visits').state).toBe('downloadQueued')
  expect(enterSurvey('guests')).toEqual(noReport)
  sessionStorage.setItem('kaiku.report', '{')
  vi.resetModules()
  const { changeReportDownload: look } = await opened()
  expect(look((state) => state)).toEqual(noReport)
})
