import { describe, expect, it } from 'vitest'
import { attachmentName, attachmentTypeOf, mayMean } from './attachment.ts'

describe('the name of an attachment', () => {
  it('is its last segment, without what hides or leads elsewhere', () => {
    expect(attachmentName('../../etc/passwd.txt')).toBe('passwd.txt')
    expect(attachmentName('C:\\fakepath\\receipt.pdf')).toBe('receipt.pdf')
    expect(attachmentName('invoice\u202Egpj.exe')).toBe('invoicegpj.exe')
    expect(attachmentName('a\r\nset-cookie: x=y.png')).toBe('aset-cookie_ x=y.png')
    expect(attachmentName('  .hidden. ')).toBe('hidden')
    expect(attachmentName('..')).toBe('')
    expect(attachmentName('Räksmörgås 😀.jpg')).toBe('Räksmörgås 😀.jpg')
  })

  it('is cut where it is long, with its ending kept and no letter cut in two', () => {
    const name = attachmentName(`${'😀'.repeat(300)}.jpeg`)
    expect(Array.from(name)).toHaveLength(120)
    expect(name.endsWith('😀.jpeg')).toBe(true)
    expect(Array.from(attachmentName(`a.${'b'.repeat(300)}`))).toHaveLength(120)
  })
})

describe('the type of an attachment', () => {
  it('is promised by the last ending only', () => {
    expect(attachmentTypeOf('receipt.PDF')).toBe('application/pdf')
    expect(attachmentTypeOf('photo.jpg.exe')).toBe(null)
    expect(attachmentTypeOf('page.html')).toBe(null)
    expect(attachmentTypeOf('picture.svg')).toBe(null)
    expect(attachmentTypeOf('png')).toBe(null)
  })

  it('is what the sender calls it, or what the sender says nothing of', () => {
    expect(mayMean('text/csv; charset=utf-8', 'text/csv')).toBe(true)
    expect(mayMean('application/vnd.ms-excel', 'text/csv')).toBe(true)
    expect(mayMean('', 'image/png')).toBe(true)
    expect(mayMean('text/html', 'image/png')).toBe(false)
  })
})
