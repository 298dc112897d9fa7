/**
 * Where a crash hurts most; `inserted`: ClickHouse has the rows and nobody knows; `judged`, `raised`: before alerts are
 * stored, and before that is committed; `watched`, `placed`: the same for those about places; `mailed`: before mails about
 * them or of a schedule are; `planned`: before a run of a schedule is; `handed`: before messages of a campaign are; `effected`: before an effect of a block is;
 * `timed`: some of what a timer looks at were asked for; `fetched`, `imported`: a file that was fetched is not
 * imported yet, and is and nobody knows; `computed`: before interviews that are computed anew are stored; `copied`: a file is in a
 * backup that is not named yet; `removed`: before a step of what is kept no longer is committed.
 */
export type CrashPoint =
  | 'begun'
  | 'inserted'
  | 'finished'
  | 'judged'
  | 'raised'
  | 'watched'
  | 'placed'
  | 'mailed'
  | 'planned'
  | 'handed'
  | 'effected'
  | 'timed'
  | 'fetched'
  | 'imported'
  | 'computed'
  | 'copied'
  | 'removed'

const [wanted, count] = (process.env.KAIKU_CRASH_AT ?? '').split(':')
let left = Number(count ?? 1)

/** For the tests of crashes: `KAIKU_CRASH_AT=inserted:3` kills this process the third time it comes by that point. */
export function crashPoint(point: CrashPoint) {
  if (point === wanted && --left <= 0) process.kill(process.pid, 'SIGKILL')
}
