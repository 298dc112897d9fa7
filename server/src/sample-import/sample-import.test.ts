import { randomUUID } from 'node:crypto'
import type { SampleImport } from '@kaiku/contract/sample.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answers } from '../dictionary/dictionary.ts'
import { storeInterviews } from '../import/import.ts'
import { undoImport } from '../import/import-undo.ts'
import { openSampleWorld, type SampleWorld } from '../sample/sample.fixture.ts'
import { findSurvey } from '../survey/survey.ts'

let world: SampleWorld
let everywhere: { authorization: string }
let finland: { authorization: string }

beforeAll(async () => {
  world = await openSampleWorld()
  everywhere = await world.person([])
  finland = await world.person(['fi'])
})
afterAll(() => world?.close())

async function upload(csv: string, query = '', headers = everywhere) {
  const boundary = 'samples'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="people.csv"\r\ncontent-type: text/csv\r\n\r\n`
  return world.app.inject({
    ...{ method: 'POST', url: `/api/vuejs/samples/import/visits?${query}` },
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${head}${csv}\r\n--${boundary}--\r\n`,
  })
}
const imported = async (csv: string, query = '', headers = everywhere): Promise<SampleImport> => {
  const reply = await upload(csv, query, headers)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json()
}
const counts = ({ rows, inserted, updated, unchanged, merged, rejected }: SampleImport) => [
  ...[rows, inserted, updated, unchanged, merged, rejected],
]
const people = async (search = '') =>
  (await world.list(everywhere, `limit=200&sort=oldest&search=${search}`)).rows.map(({ person, state, reason }) => [
    ...[person?.email, state, reason],
  ])

const file = [
  'External ID;E-mail;Name;Store;NPS;Consent;Shoe size',
  'p1;anna@x.fi;Anna;kamppi;;yes;38',
  'p2;bo@x.fi;"Bo; Jr.";lund;9;no;44',
  'p1;anna@x.fi;;sello;;;',
  ';cy@x.fi;Cy;kamppi;;;',
  'p4;not mail;Dan;kamppi;;;',
  'p5;eve@x.fi;Eve;nowhere;;;',
  'p6;fay@x.fi;Fay;kamppi;12;;',
  'p7;gus@x.fi;Gus;kamppi;;maybe;',
  ';;Nobody;kamppi;;;',
  'p8;hal@x.fi;=1+1;kamppi',
].join('\n')

describe('a file of people', () => {
  let first: SampleImport

  it('is previewed: what it would do, which rows not and why, and nothing is written', async () => {
    const preview = await imported(file, 'preview=true')
    expect([preview.state, preview.importId, counts(preview)]).toEqual(['preview', null, [10, 3, 0, 0, 1, 6]])
    expect(preview.rejects.map(({ line, column }) => [line, column])).toEqual([
      ...[
        [6, 'E-mail'],
        [7, 'Store'],
        [8, 'NPS'],
        [9, 'Consent'],
        [10, ''],
        [11, ''],
      ],
    ])
    expect(preview.columns.map(({ field }) => field)).toEqual([
      ...['externalId', 'email', 'name', 'store', 'nps', 'consent', null],
    ])
    expect(preview.notInvited).toEqual({ optOut: 1 })
    expect(await people()).toEqual([])
  })

  it('is refused where its header cannot be kept or is not clear, and a row that is too long is rejected', async () => {
    const nul = await upload('email;na\0me\nzoe@x.fi;Zoe\n')
    expect([nul.statusCode, nul.json().message]).toEqual([
      400,
      'people.csv: the name of column 2 contains a NUL character',
    ])
    const twice = await upload('email;email\nzoe@x.fi;yan@x.fi\n')
    expect([twice.statusCode, twice.json().details[0].found]).toEqual([400, 'email (1), email (2)'])
    const { rejects } = await imported('email;name\nzoe@x.fi;Zoe;surplus\n', 'preview=true')
    expect(rejects).toMatchObject([{ line: 2, reason: '3 values where the header has 2' }])
  })

  it('holds a time zone, by whichever of its names, and none that does not exist', async () => {
    const { rejects, rows, inserted } = await imported(
      'email;Time zone\nkyiv@x.fi;europe/kiev\nmars@x.fi;Mars/Olympus\nodd@x.fi;+02:00\n',
      'preview=true',
    )
    expect([rows, inserted]).toEqual([3, 1])
    expect(rejects.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [3, 'Time zone', 'no IANA time zone, such as Europe/Helsinki'],
      [4, 'Time zone', 'no IANA time zone, such as Europe/Helsinki'],
    ])
  })

  it('becomes samples, what is said twice merged, and the same again changes nothing', async () => {
    first = await imported(file)
    expect([first.state, counts(first)]).toEqual(['done', [10, 3, 0, 0, 1, 6]])
    expect((await people()).sort((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
      ['anna@x.fi', 'pending', null],
      ['bo@x.fi', 'notInvited', 'optOut'],
      ['cy@x.fi', 'pending', null],
    ])
    expect((await world.list(everywhere, 'search=anna')).rows[0]?.place.names.at(-1)).toBe('Sello')
    expect(counts(await imported(file))).toEqual([10, 0, 0, 3, 1, 6])
  })

  it('changes only who is known, or adds only who is not', async () => {
    const csv = 'id;email;name\np1;anna@x.fi;Anna B\np9;ida@x.fi;Ida'
    const update = await imported(csv, 'mode=update')
    expect([counts(update), update.rejects[0]]).toEqual([
      [2, 0, 1, 0, 0, 1],
      expect.objectContaining({ line: 3, reason: 'there is no such sample to update' }),
    ])
    expect(counts(await imported('id;email;name\np1;anna@x.fi;Anna C\np9;ida@x.fi;Ida', 'mode=new'))).toEqual([
      ...[2, 1, 0, 1, 0, 0],
    ])
    expect((await world.list(everywhere, 'search=anna')).rows[0]?.person?.name).toBe('Anna B')
  })

  it('is taken back: new samples go, changed ones are as before, touched ones stay', async () => {
    const undone = async (csv: string, between: () => Promise<unknown> = async () => {}) => {
      const { importId } = await imported(csv)
      await between()
      const url = `/api/vuejs/samples/import/visits/${importId}`
      const reply = await world.app.inject({ method: 'DELETE', url, headers: everywhere })
      expect([reply.statusCode, reply.json().state]).toEqual([200, 'undone'])
      expect((await world.app.inject({ method: 'DELETE', url, headers: everywhere })).statusCode).toBe(409)
    }
    const before = await world.list(everywhere, 'limit=200&sort=name')
    const csv = 'id;email;name;store\np1;anna2@x.fi;Other;lund\nn1;new1@x.fi;New;lund\nn2;new2@x.fi;New;lund'
    await undone(csv, async () => {
      const [kept] = (await world.list(everywhere, 'search=new2')).rows
      const { sampleId, version } = kept ?? { sampleId: '', version: 0 }
      await world.post(everywhere, `vuejs/samples/change/visits/${sampleId}`, { version, state: 'refused' })
    })
    const after = await world.list(everywhere, 'limit=200&sort=name')
    const told = (list: typeof before) => list.rows.map(({ person, place, state }) => [person, place, state])
    expect(told(after).filter(([person]) => !JSON.stringify(person).includes('new2'))).toEqual(told(before))
    expect(await people('new')).toEqual([['new2@x.fi', 'refused', null]])
  })

  it('is taken within the places that its reader manages, and by who may import', async () => {
    const csv = 'id;email;store\nf1;f1@x.fi;kamppi\nf2;f2@x.fi;lund\np2;bo@x.fi;kamppi'
    const report = await imported(csv, '', finland)
    expect([report.inserted, report.rejects.map(({ line }) => line)]).toEqual([1, [3, 4]])
    expect((await upload(csv, '', await world.person([], ['manageSamples']))).statusCode).toBe(403)
    expect((await upload('shoe;hat\n1;2')).json()).toMatchObject({ code: 'invalid' })
    const list = await world.get(everywhere, 'vuejs/samples/import/visits')
    expect((list.json() as SampleImport[])[0]).toMatchObject({ inserted: 1, rejects: [{ value: '' }, { value: '' }] })
  })
})

describe('an interview that comes', () => {
  const answer = async (answers: Answers) => {
    const rows = async function* () {
      yield { key: randomUUID(), answers }
    }
    const dictionary = await findSurvey(world.stores, world.acme, 'visits')
    return storeInterviews(world.stores, dictionary, rows(), { import: 'answers' })
  }
  const one = async (search: string) => {
    const [found] = (await world.list(everywhere, `search=${search}`)).rows
    return [found?.state, found?.interviewId === null, found?.sampleId ?? ''] as const
  }

  it('completes the sample of its contact, and leads to it and back', async () => {
    await answer({ who: ' ANNA@x.fi', nps: 9, store: 'kamppi' })
    const [state, isUnlinked, sampleId] = await one('anna')
    expect([state, isUnlinked]).toEqual(['completed', false])
    const read = (await world.get(everywhere, `vuejs/samples/one/visits/${sampleId}`)).json() as {
      interviewId: string
      timeline: { kind: string }[]
      interviews: { interviewId: string }[]
    }
    expect(read.timeline.at(-1)?.kind).toBe('interview')
    expect(read.interviews).toEqual([expect.objectContaining({ interviewId: read.interviewId })])
    const back = await world.get(everywhere, `vuejs/samples/interview/visits/${read.interviewId}`)
    expect(back.json()).toEqual({ sampleId })
    expect((await world.list(everywhere, '', 'region,all;nps=9')).rows.map((row) => row.sampleId)).toContain(sampleId)
  })

  it('leaves the sample as it was when the import that brought it is taken back', async () => {
    const { importId } = await answer({ who: 'cy@x.fi', nps: 3 })
    expect((await one('cy@'))[0]).toBe('completed')
    await undoImport(world.stores, await findSurvey(world.stores, world.acme, 'visits'), importId ?? '')
    expect((await one('cy@')).slice(0, 2)).toEqual(['pending', true])
  })
})
