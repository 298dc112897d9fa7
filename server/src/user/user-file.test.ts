import type { User } from '@kaiku/contract/user.ts'
import type { UserImportReport } from '@kaiku/contract/user-file.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTwoUniverses, roleAt, roleFields, type TwoUniverses, userFields } from './two-universes.fixture.ts'

let kaiku: TwoUniverses

beforeAll(async () => {
  kaiku = await openTwoUniverses()
  await kaiku.call('POST', 'role/create', roleFields({ name: 'Finland' }))
  await kaiku.call('POST', 'role/create', roleFields({ name: 'North; and south' }))
})
afterAll(() => kaiku?.close())

const boundary = 'cut-here'
async function upload(content: string | Buffer, query = '', headers: Record<string, string> = kaiku.admin) {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="users.csv"\r\n\r\n`
  return kaiku.app.inject({
    ...{ method: 'POST', url: `/api/user/import${query}` },
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}
const imported = async (content: string, query = ''): Promise<UserImportReport> => (await upload(content, query)).json()
const userNamed = async (name: string) => (await kaiku.call('GET', `user/list?search=${name}`)).json()[0]

describe('a file of users', () => {
  it('makes and changes users; a preview says what it would do and keeps nothing', async () => {
    const file = 'Käyttäjätunnus;Sähköposti;Etunimi;Roolit;Kommentti\nella;ella@example.com;Ella;finland;x\n'
    const preview = await imported(file, '?preview=true')
    expect(preview).toMatchObject({ isPreview: true, rows: 1, created: 1, rejected: 0, ignoredColumns: ['Kommentti'] })
    expect(preview.changes).toEqual([
      {
        ...{ line: 2, username: 'ella', kind: 'create' },
        fields: [
          { column: 'email', before: '', after: 'ella@example.com' },
          { column: 'givenName', before: '', after: 'Ella' },
          { column: 'roles', before: '', after: 'Finland' },
        ],
      },
    ])
    expect(await userNamed('ella')).toBeUndefined()
    expect(await imported(file)).toMatchObject({ created: 1, invited: 0 })
    expect(await userNamed('ella')).toMatchObject({ state: 'invited', givenName: 'Ella', roles: [{ name: 'Finland' }] })
    const changed = await imported('username,given name,state\nELLA,Elli,aktiv\n')
    expect(changed).toMatchObject({ created: 0, updated: 1 })
    expect(await userNamed('ella')).toMatchObject({
      ...{ state: 'active', givenName: 'Elli', email: 'ella@example.com', roles: [{ name: 'Finland' }] },
    })
  })

  it('invites who is new when asked to', async () => {
    expect(await imported('username,email\nfrida,frida@example.com\n', '?invite=true')).toMatchObject({ invited: 1 })
    const { rows } = await kaiku.stores.service.query(`select 1 from mailbox where recipient = 'frida@example.com'`)
    expect(rows).toHaveLength(1)
  })

  it('makes nobody who cannot be invited, by a file or by hand, and can be tried again', async () => {
    const save = (mailDomains: readonly string[]) =>
      kaiku.stores.service.query(
        `update universe set settings = settings || jsonb_build_object('mailDomains', $2::jsonb) where id = $1`,
        [kaiku.acme, JSON.stringify(mailDomains)],
      )
    const olli = { username: 'olli', email: 'olli@evil.org', givenName: '', familyName: '', locale: 'fi', roles: [] }
    await save(['example.com'])
    const file = 'username,email\nolli,olli@evil.org\n'
    for (const preview of ['&preview=true', ''])
      expect(await imported(file, `?invite=true${preview}`)).toMatchObject({ created: 0, rejected: 1 })
    const byHand = async () => (await kaiku.call('POST', 'user/create', { ...olli, invite: true })).statusCode
    expect([await byHand(), await userNamed('olli')]).toEqual([400, undefined])
    await save([])
    expect(await byHand()).toBe(200)
  })

  it('rejects a row as a whole, with line, column, value and reason', async () => {
    const report = await imported(
      [
        'username,email,roles,state,locale',
        'good,good@example.com,Finland,,',
        'bad1,no mail,Finland,,',
        'bad2,,Nowhere,,',
        'bad3,,,asleep,',
        ',x@example.com,,,',
        'good,again@example.com,,,',
        'stranger,,,,',
        'bad 4,,,,',
        'bad5,,,,klingon!',
        'admin,,,deactivated,',
      ].join('\n'),
    )
    expect(report).toMatchObject({ rows: 10, created: 1, updated: 0, rejected: 9 })
    expect(report.rejects.map(({ line, column, value }) => [line, column, value])).toEqual([
      ...[
        [3, 'email', 'no mail'],
        [4, 'roles', 'Nowhere'],
        [5, 'state', 'asleep'],
        [6, 'username', ''],
        [7, 'username', 'good'],
      ],
      [8, '', 'stranger'],
      [9, 'username', 'bad 4'],
      [10, 'locale', 'klingon!'],
      [11, 'state', 'deactivated'],
    ])
    expect(report.rejects[4]?.reason).toBe('is already on line 2 of this file')
    expect(await userNamed('good')).toMatchObject({ email: 'good@example.com' })
    for (const name of ['bad1', 'bad2', 'bad3']) expect(await userNamed(name)).toBeUndefined()
  })

  it('rejects the row that would break an assertion, in the preview already', async () => {
    const { userId } = (await kaiku.call('POST', 'user/create', userFields('vera'))).json()
    await kaiku.call('POST', 'access/assertion', {
      ...{ userId, survey: 'retail', permission: 'seeIndicators', path: 'stores,all,fi', may: false, note: '' },
    })
    for (const query of ['?preview=true', '']) {
      const report = await imported('username,roles\nvera,Finland\n', query)
      expect(report).toMatchObject({ updated: 0, rejected: 1 })
      expect(report.rejects[0]?.reason).toContain('Anna Aalto (vera) must not have seeIndicators at All › Finland')
    }
    expect((await userNamed('vera')).roles).toEqual([])
  })

  it('gives roles at places by id, name or path, each role its own, and says which place it does not find', async () => {
    const places = async (name: string) =>
      (await userNamed(name)).roles.map((one: User['roles'][number]) => [one.name, one.rows, one.figures])
    const lines = [
      'username;roles;places;figures',
      'p1;Finland;Helsinki | SE;*',
      'p2;"North\\; and south; Finland";"; stores,all,fi";"; stores: finland › hki"',
      'p3;Finland;;',
      'p4;Finland;Oslo;',
      'p5;Finland;;stores,all,no',
      'p6;Finland;hki;',
      'p7;Finland;"hki; se";',
    ]
    const report = await imported(lines.join('\n'))
    expect(report.rejects.map(({ line, column, value, told }) => [line, column, value, told?.key])).toEqual([
      [5, 'places', 'Oslo', 'row.place.unknown'],
      [6, 'figures', 'stores,all,no', 'row.place.unknown'],
      [8, 'places', 'hki; se', 'row.placesCount'],
    ])
    expect(await places('p1')).toEqual([['Finland', { stores: [['fi', 'hki'], ['se']] }, {}]])
    expect(await places('p2')).toEqual([
      ['Finland', { stores: [['fi']] }, { stores: [['fi', 'hki']] }],
      ['North; and south', {}, null],
    ])
    expect(await places('p3')).toEqual([['Finland', {}, null]])
    // A file without places leaves them as they are.
    await imported('username,roles\np1,Finland; North\\; and south\n')
    expect((await places('p1')).slice(0, 1)).toEqual([['Finland', { stores: [['fi', 'hki'], ['se']] }, {}]])
    await imported('username,roles,places\np1,Finland,hki\n')
    expect(await places('p1')).toEqual([['Finland', { stores: [['fi', 'hki']] }, {}]])
    expect((await upload('username,places\np1,hki\n')).json().reason.key).toBe('file.placesAlone')
  })

  it('comes back as it was exported, also with names that look like formulas', async () => {
    await kaiku.call('POST', 'user/create', {
      ...{ ...userFields('gustav'), givenName: '=1+1', familyName: "'=x" },
    })
    const roles = (await kaiku.call('GET', 'role/list')).json()
    const [gustav] = (await kaiku.call('GET', 'user/list?search=gustav')).json()
    const { username: _, ...fields } = { ...userFields('gustav'), givenName: '=1+1', familyName: "'=x" }
    const ids = roles
      .filter(({ name }: { name: string }) => name.startsWith('North'))
      .map((one: { roleId: string }) => one.roleId)
    await kaiku.call('PUT', `user/save/${gustav.userId}`, {
      ...fields,
      roles: ids.map((id: string) => roleAt(id, ['fi', 'hki'], ['se'])),
      version: gustav.version,
    })
    for (const locale of ['en', 'fi', 'sv', 'de']) {
      const { rows, csv } = (await kaiku.call('GET', `user/export?locale=${locale}`)).json()
      expect(csv.trim().split('\r\n')).toHaveLength(rows + 1)
      expect(csv).toContain(",'=1+1,''=x,")
      const again = await imported(csv)
      expect([again.rejects, again.ignoredColumns]).toEqual([[], []])
      expect(again).toMatchObject({ rows, created: 0, updated: 0, unchanged: rows })
    }
    expect((await kaiku.call('GET', 'user/export?search=gustav')).json().rows).toBe(1)
  })

  it('is refused without user names, with two columns of the same, or when it is too large', async () => {
    expect((await upload('email\na@example.com\n')).json().message).toBe(
      'The file has no column “Username” (username).',
    )
    expect((await upload('username,Benutzername\na,b\n')).statusCode).toBe(400)
    const large = await upload(`username\n${'x'.repeat(6 * 1024 * 1024)}`)
    expect(large.statusCode).toBe(413)
    const many = await upload(`username\n${Array.from({ length: 10_001 }, () => 'x y').join('\n')}`, '?preview=true')
    expect([many.statusCode, many.json().message]).toEqual([413, 'The file has more than 10000 rows.'])
  })

  it('is for who manages users, and touches nobody of another universe', async () => {
    expect((await upload('username\na\n', '', kaiku.viewer)).statusCode).toBe(403)
    expect((await upload('username\na\n', '', { authorization: '' })).statusCode).toBe(401)
    expect((await kaiku.call('GET', 'user/export', undefined, kaiku.viewer)).statusCode).toBe(403)
    expect((await kaiku.call('GET', 'user/export', undefined, { authorization: '' })).statusCode).toBe(401)
    const { csv } = (await kaiku.call('GET', 'user/export', undefined, kaiku.stranger)).json()
    expect(csv).toContain('stranger')
    expect(csv).not.toContain('admin@')
    const taken = await upload('username,given name\nviewer,Other\n', '', kaiku.stranger)
    expect(taken.json()).toMatchObject({ updated: 0, rejected: 1 })
  })
})
