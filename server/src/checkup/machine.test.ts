import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Machine, machineFindings, type Place, placeFindings, readMachine, readPlace } from './machine.ts'
import { secretFileFindings } from './secret-file.ts'

const directory = mkdtempSync(join(tmpdir(), 'kaiku-machine-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const gib = 2 ** 30

describe('the machine', () => {
  const good: Machine = { node: '20.19.1', memory: 8 * gib, heap: 4 * gib, openFiles: 20_000 }
  const states = (change: Partial<Machine>) =>
    machineFindings(Object.assign({}, good, change), '>=20.19').map(({ check, state }) => `${check} ${state}`)

  it('is fine as it is here', () => {
    expect(machineFindings(readMachine(), '>=20.19').filter(({ state }) => state === 'fault')).toEqual([])
    expect(states({})).toEqual(['Node ok', 'memory ok', 'open files ok'])
    expect(states({ openFiles: null })).toContain('open files ok')
  })

  it.each([
    ['20.18.9', 'Node fault'],
    ['18.20.0', 'Node fault'],
    ['20.19.0', 'Node ok'],
    ['22.1.0', 'Node ok'],
  ])('has a Node that is new enough, or not: %s', (node, state) => {
    expect(states({ node })).toContain(state)
  })

  it('has too little memory, or a Node that takes more than there is', () => {
    expect(states({ memory: 1.5 * gib, heap: gib })).toContain('memory warning')
    expect(states({ memory: gib / 2, heap: gib / 4 })).toContain('memory fault')
    expect(states({ memory: 3 * gib })).toContain('memory warning')
  })

  it('lets too few files be open', () => {
    expect(states({ openFiles: 1_024 })).toContain('open files warning')
    expect(states({ openFiles: 256 })).toContain('open files fault')
  })
})

describe('the data directory', () => {
  const states = (place: Place, reserve = 0) =>
    placeFindings(place, reserve).map(({ check, state }) => `${check} ${state}`)
  const here = () => {
    const place = readPlace(directory)
    if (!place) throw new Error('it is there')
    return place
  }

  it('is fine where it is this user’s alone, and is not there before the first start', () => {
    chmodSync(directory, 0o700)
    expect(states(here())).toEqual(['data directory ok', 'disk ok'])
    expect(readPlace(join(directory, 'none'))).toBeNull()
  })

  it('is open to others', () => {
    chmodSync(directory, 0o755)
    expect(states(here())).toContain('data directory warning')
    chmodSync(directory, 0o777)
    expect(states(here())).toContain('data directory fault')
    chmodSync(directory, 0o711)
    expect(states(here())).toContain('data directory ok')
  })

  it('is another user’s, cannot be written, or stands on the network', () => {
    chmodSync(directory, 0o700)
    expect(states(Object.assign(here(), { isOwn: false }))).toContain('data directory warning')
    expect(states(Object.assign(here(), { isWritable: false }))).toContain('data directory fault')
    expect(states(Object.assign(here(), { isOnNetwork: true }))).toContain('data directory warning')
  })

  it('is on a disk that is nearly full, full, or out of inodes', () => {
    const { free } = here()
    expect(states(here(), free / 2)).toContain('disk warning')
    expect(states(here(), free * 2)).toContain('disk fault')
    expect(states(Object.assign(here(), { freeInodes: 0.01 }))).toContain('disk warning')
  })
})

describe('files with secrets', () => {
  const file = (name: string, mode: number, isOurs = false) => {
    const path = join(directory, name)
    writeFileSync(path, 'hush')
    chmodSync(path, mode)
    return { path, of: 'SMTP_URL_FILE', isOurs }
  }

  it('are for nobody else to read; what a container hands over is', () => {
    expect(secretFileFindings([file('a', 0o600), file('b', 0o400, true)])).toMatchObject([{ state: 'ok' }])
  })

  it('are open to others, or can be replaced by them', () => {
    expect(secretFileFindings([file('c', 0o644)])).toMatchObject([{ state: 'warning' }])
    expect(secretFileFindings([file('d', 0o602)])).toMatchObject([{ state: 'fault' }])
    expect(secretFileFindings([file('e', 0o640, true)])).toMatchObject([
      { state: 'fault', todo: expect.stringMatching(/^chmod 600/) },
    ])
  })

  it('are not there', () => {
    const missing = { path: join(directory, 'none'), of: 'DKIM_KEY', isOurs: false }
    expect(secretFileFindings([missing])).toMatchObject([{ state: 'fault', todo: 'Correct DKIM_KEY.' }])
    expect(secretFileFindings([Object.assign({}, missing, { isOurs: true })])).toMatchObject([{ state: 'ok' }])
  })
})
