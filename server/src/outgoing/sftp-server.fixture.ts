import type { AddressInfo } from 'node:net'
import ssh2, { type Attributes, type Connection, type SFTPWrapper } from 'ssh2'

export type ServedFile = { readonly content: Buffer; readonly changedAt: number; readonly mode?: number }

const { Server, utils } = ssh2
const regular = 0o100_644
const { STATUS_CODE } = utils.sftp

export const newHostKey = () => utils.generateKeyPairSync('ed25519')

type Served = {
  /** By whole path. */
  readonly files: Map<string, ServedFile>
  readonly user?: string
  readonly password?: string
  /** In OpenSSH's format: who has it may sign in. */
  readonly publicKey?: string
}

/**
 * An SFTP server in memory. `mood.hangs`: it answers no more once somebody has signed in; `mood.endless`: files have no
 * end; `passwords`: all that it was told.
 */
export async function openSftpServer(
  { files, user = 'kaiku', password = 'right', publicKey }: Served,
  hostKey = newHostKey(),
  port = 0,
) {
  const mood = { hangs: false, endless: false }
  const passwords: string[] = []
  const connections = new Set<Connection>()
  const server = new Server({ hostKeys: [hostKey.private] }, (client) => {
    connections.add(client)
    client.on('error', () => {})
    client.on('close', () => connections.delete(client))
    client.on('authentication', (context) => {
      if (context.method === 'password') {
        passwords.push(context.password)
        if (context.username === user && context.password === password) return context.accept()
      }
      if (context.method === 'publickey' && publicKey !== undefined && context.username === user) {
        const known = utils.parseKey(publicKey)
        if (!(known instanceof Error) && context.key.data.equals(known.getPublicSSH())) {
          if (!context.signature) return context.accept()
          if (known.verify(context.blob ?? Buffer.alloc(0), context.signature, context.hashAlgo) === true)
            return context.accept()
        }
      }
      return context.reject(publicKey === undefined ? ['password'] : ['publickey'])
    })
    client.on('session', (accept) => accept().on('sftp', (open) => serve(open(), files, mood)))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  return {
    mood,
    passwords,
    port: address.port,
    host: `${user}@127.0.0.1:${address.port}`,
    async close() {
      for (const one of connections) one.end()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const attributesOf = ({ content, changedAt, mode = regular }: ServedFile): Attributes => ({
  ...{ mode, uid: 0, gid: 0, size: content.length, atime: 0, mtime: Math.floor(changedAt / 1_000) },
})

function serve(sftp: SFTPWrapper, files: Map<string, ServedFile>, mood: { hangs: boolean; endless: boolean }) {
  const handles = new Map<number, { path: string; isListed: boolean }>()
  let last = 0
  const open = (id: number, path: string) => {
    handles.set(++last, { path, isListed: false })
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(last)
    sftp.handle(id, handle)
  }
  const of = (handle: Buffer) => handles.get(handle.readUInt32BE())
  const isFolder = (path: string) => [...files.keys()].some((name) => name.startsWith(`${path.replace(/\/$/, '')}/`))
  const stat = (id: number, path: string) => {
    const file = files.get(path)
    if (file) sftp.attrs(id, attributesOf(file))
    else sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
  }
  const free =
    (act: (id: number, ...rest: never[]) => void) =>
    (id: number, ...rest: never[]) => {
      if (!mood.hangs) act(id, ...rest)
    }
  sftp.on(
    'OPENDIR',
    free((id: number, path: string) => {
      if (isFolder(path)) open(id, path.replace(/\/$/, ''))
      else sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
    }),
  )
  sftp.on(
    'READDIR',
    free((id: number, handle: Buffer) => {
      const folder = of(handle)
      if (!folder || folder.isListed) return sftp.status(id, STATUS_CODE.EOF)
      folder.isListed = true
      const inside = [...files].filter(([path]) => path.startsWith(`${folder.path}/`))
      return sftp.name(
        id,
        inside.map(([path, file]) => ({
          ...{ filename: path.slice(folder.path.length + 1), longname: path },
          attrs: attributesOf(file),
        })),
      )
    }),
  )
  sftp.on(
    'OPEN',
    free((id: number, path: string) => (files.has(path) ? open(id, path) : sftp.status(id, STATUS_CODE.NO_SUCH_FILE))),
  )
  sftp.on(
    'READ',
    free((id: number, handle: Buffer, offset: number, length: number) => {
      const content = files.get(of(handle)?.path ?? '')?.content ?? Buffer.alloc(0)
      if (mood.endless) sftp.data(id, Buffer.alloc(length, 'x'))
      else if (offset >= content.length) sftp.status(id, STATUS_CODE.EOF)
      else sftp.data(id, content.subarray(offset, offset + length))
    }),
  )
  sftp.on('CLOSE', (id) => sftp.status(id, STATUS_CODE.OK))
  sftp.on('STAT', free(stat))
  sftp.on('LSTAT', free(stat))
  sftp.on(
    'FSTAT',
    free((id: number, handle: Buffer) => stat(id, of(handle)?.path ?? '')),
  )
  sftp.on(
    'REMOVE',
    free((id: number, path: string) => sftp.status(id, files.delete(path) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE)),
  )
  sftp.on(
    'RENAME',
    free((id: number, from: string, to: string) => {
      const file = files.get(from)
      if (!file || files.has(to) || !isFolder(to.slice(0, to.lastIndexOf('/'))))
        return sftp.status(id, STATUS_CODE.FAILURE)
      files.delete(from)
      files.set(to, file)
      return sftp.status(id, STATUS_CODE.OK)
    }),
  )
}
