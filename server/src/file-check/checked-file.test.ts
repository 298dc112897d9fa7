import { describe, expect, it } from 'vitest'
import { docx, gif, jpeg, pdf, png, webp, zip } from '../alert-attachment/file.fixture.ts'
import { checkedFile } from './checked-file.ts'

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const check = (name: string, bytes: Buffer, declared = '') => checkedFile({ name, declared, bytes })
const kept = async (name: string, bytes: Buffer) => (await check(name, bytes)).bytes
const script = '*/=1;alert(document.cookie)/*'
const location = '60.1699 N 24.9384 E'

describe('a picture', () => {
  it('is kept as it is where it is nothing but a picture', async () => {
    for (const [name, bytes] of [
      ['a.png', png()],
      ['a.gif', gif()],
    ] as const)
      expect((await kept(name, bytes)).equals(bytes)).toBe(true)
  })

  it('loses where it was taken, what was noted in it and what stands behind it', async () => {
    const archive = zip([{ name: 'evil.html', body: Buffer.from('<script>') }]).toString('latin1')
    const pictures = [
      await kept('a.jpg', jpeg(location, archive)),
      await kept('a.png', Buffer.concat([png({ texts: [location] }), Buffer.from(archive, 'latin1')])),
      await kept('a.webp', webp(location)),
      await kept('a.gif', gif(location, archive)),
    ]
    for (const bytes of pictures) {
      expect(bytes.includes(location)).toBe(false)
      expect(bytes.includes('PK\x03\x04')).toBe(false)
    }
  })

  it('stays held as it was', async () => {
    const bytes = await kept('a.jpg', jpeg(location))
    const at = bytes.indexOf('Exif')
    expect(bytes.readUInt16BE(at + 6 + 18)).toBe(6)
    expect(await kept('b.jpg', bytes)).toEqual(bytes)
  })

  it('is no script at the same time', async () => {
    expect((await kept('a.gif', gif(script, script))).includes('alert')).toBe(false)
  })

  it('is refused where it is none, is cut off or would fill the memory', async () => {
    const bad: readonly (readonly [string, Buffer])[] = [
      ['a.png', gif()],
      ['a.gif', png()],
      ['a.jpg', png()],
      ['a.webp', png()],
      ['a.png', png().subarray(0, -9)],
      ['a.gif', gif().subarray(0, -1)],
      ['a.jpg', jpeg('').subarray(0, -2)],
      ['a.webp', webp('x').subarray(0, -4)],
      ['a.png', png({ width: 60_000, height: 60_000 })],
      ['a.gif', Buffer.from('GIF89a=1;alert(1)//')],
      ['a.jpg', Buffer.from('<html>')],
    ]
    for (const [name, bytes] of bad) await expect(check(name, bytes), name).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('a document', () => {
  it('is kept as it is', async () => {
    const bytes = docx([{ name: 'word/media/image1.png', body: png() }])
    expect(await check('Reply.docx', bytes, word)).toEqual({ name: 'Reply.docx', type: word, bytes })
    expect(await kept('a.pdf', pdf('stream'))).toEqual(pdf('stream'))
  })

  it('is refused where it is a page, an archive or a program, too', async () => {
    const bad: readonly (readonly [string, Buffer])[] = [
      ['a.pdf', Buffer.concat([Buffer.from('<html><script>1</script>'), pdf()])],
      ['a.pdf', pdf('<script>alert(1)</script>')],
      ['a.pdf', pdf('', '<html>')],
      ['a.pdf', pdf('/OpenAction << /S /JavaScript >>')],
      ['a.docx', zip([{ name: 'a.txt', body: Buffer.from('a') }])],
      ['a.xlsx', docx()],
      ['a.docx', docx([], { before: '<html>' })],
      ['a.docx', docx([], { behind: '<script>' })],
      ['a.docx', docx([{ name: 'word/vbaProject.bin', body: Buffer.from('x') }])],
      ['a.docx', docx([{ name: '../../out.txt', body: Buffer.from('x') }])],
      ['a.docx', docx([{ name: 'word/document.xml', body: Buffer.from('x') }])],
      ['a.docx', docx().subarray(0, -1)],
    ]
    for (const [name, bytes] of bad) await expect(check(name, bytes), name).rejects.toMatchObject({ code: 'invalid' })
  })

  it('is refused where it is a bomb, whatever it says of its size', async () => {
    const body = Buffer.alloc(8 * 2 ** 20)
    const bombs = [
      docx([{ name: 'word/big.xml', body }]),
      docx([{ name: 'word/big.xml', body, says: 100 }]),
      docx([{ name: 'word/big.xml', body: Buffer.from('x'), says: 2 ** 31 }]),
      docx(Array.from({ length: 2001 }, (_, at) => ({ name: `word/${at}.xml`, body: Buffer.from('x') }))),
    ]
    for (const bytes of bombs) await expect(check('a.docx', bytes)).rejects.toMatchObject({ code: 'invalid' })
    const huge = Array.from({ length: 3 }, (_, at) => ({ name: `word/${at}.xml`, body: Buffer.from('x'), says: 9e7 }))
    await expect(check('a.docx', docx(huge))).rejects.toMatchObject({ code: 'invalid' })
  })

  it('is refused where one entry lies over another', async () => {
    const bytes = docx()
    const first = bytes.indexOf('PK\x01\x02')
    const second = bytes.indexOf('PK\x01\x02', first + 1)
    bytes.writeUInt32LE(0, second + 42)
    await expect(check('a.docx', bytes)).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('a text', () => {
  it('is letters, whatever their coding', async () => {
    for (const text of ['a;b\r\n1;ö\r\n', '\uFEFFÄiti', ''.padEnd(5, 'x')])
      expect((await check('a.csv', Buffer.from(text), 'text/csv')).type).toBe('text/csv')
    expect((await check('a.txt', Buffer.from('Hyv\xe4\xe4', 'latin1'), 'text/plain')).type).toBe('text/plain')
  })

  it('is no page and nothing else under another name', async () => {
    for (const bytes of ['<!doctype html>', ' <svg onload=x>', '%PDF-1.7', 'MZ\0\0', 'PK\x03\x04', '#!/bin/sh'])
      await expect(check('a.txt', Buffer.from(bytes))).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('what may not be attached', () => {
  it('is told by its name, its declared type, or that it is empty or large', async () => {
    const codes = async (name: string, bytes: Buffer, declared = '') =>
      check(name, bytes, declared).then(
        () => 'taken',
        (error) => [error.code, error.reason.key],
      )
    expect(await codes('a.html', Buffer.from('x'))).toEqual(['invalid', 'attachment.type'])
    expect(await codes('a.svg', Buffer.from('x'))).toEqual(['invalid', 'attachment.type'])
    expect(await codes('gnp\u202E.exe', png())).toEqual(['invalid', 'attachment.type'])
    expect(await codes('a.png', png(), 'text/html')).toEqual(['invalid', 'attachment.content'])
    expect(await codes('a.png', Buffer.alloc(0))).toEqual(['invalid', 'attachment.empty'])
    expect(await codes('a.txt', Buffer.alloc(10 * 2 ** 20 + 1, 'x'))).toEqual(['too_large', 'attachment.large'])
  })
})
