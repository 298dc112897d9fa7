import { refuseToken } from '../session/session.ts'
import { standing } from './address.ts'
import type { CallName, Reply, Sent } from './calls.ts'
import { addressOf, CallError, callerHeaders, refusalOf } from './send.ts'

/**
 * Makes a call that takes a file, telling how much of it is sent, from 0 to 1: `fetch` would not say. Throws a
 * `CallError`.
 */
export function uploadTelling<N extends CallName>(
  name: N,
  input: Sent<N>,
  file: File,
  tell: (share: number) => void,
): Promise<Reply<N>> {
  const form = new FormData()
  form.append('file', file)
  const { token, headers } = callerHeaders()
  const request = new XMLHttpRequest()
  request.open(standing(name).method, addressOf(name, input).url)
  for (const [key, value] of headers) request.setRequestHeader(key, value)
  request.upload.onprogress = ({ loaded, total }) => tell(total === 0 ? 0 : loaded / total)
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(new CallError('offline', 'The connection was lost.'))
    request.onload = () => {
      if (request.status === 401) refuseToken(token)
      if (request.status === 200) resolve(JSON.parse(request.responseText) as Reply<N>)
      else void refusalOf(new Response(request.responseText, { status: request.status })).then(reject, reject)
    }
    request.send(form)
  })
}
