import { describe, expect, it } from 'vitest'
import { encrypt, isRecipient } from './encrypt.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')
// RFC 8291, appendix A.
const recipient = {
  publicKey: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  secret: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
}

describe('what is pushed', () => {
  it('is encrypted as in the example of RFC 8291', () => {
    const chance = {
      privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    }
    const text = 'When I grow up, I want to be a watermelon'
    expect(encrypt(text, recipient, chance).toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
  })

  it('is never the same twice', () => {
    expect(encrypt('x', recipient).equals(encrypt('x', recipient))).toBe(false)
  })

  it('is for keys of a browser only', () => {
    const { publicKey, secret } = recipient
    expect(isRecipient(recipient)).toBe(true)
    expect(isRecipient({ publicKey: Buffer.concat([publicKey.subarray(0, 64), Buffer.from([1])]), secret })).toBe(false)
    expect(isRecipient({ publicKey: publicKey.subarray(1), secret })).toBe(false)
    expect(isRecipient({ publicKey, secret: secret.subarray(1) })).toBe(false)
  })
})
