/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What a text may be that nobody thought of; also where none is taken. */
export const hostileTexts: readonly string[] = [
  ...['', ' ', '\0', 'a\0b', '\ud800', '\udfff\ud800', '\u202e', '\ufeff', '🦄', 'é', 'e\u0301', '\n', '\r\n\t'],
  ...['0', '-1', '1e999', 'NaN', '-0', '0x10', '2147483648', '9007199254740993', '99999999999999999999', '1.5', '1,5'],
  ...['0000-01-01', '0001-01-01', '9999-12-31', '10000-01-01', '2026-02-30', '-000001-01-01', '+010000-01-01'],
  ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-01-01T24:00:00Z', '2026-13-01T00:00:00.000Z'],
  ...['null', 'undefined', 'true', '[]', '{}', '__proto__', 'constructor', 'toString', 'hasOwnProperty'],
  ...[`'; drop table interview; --`, `"`, '\\', '\\x00', '%00', '%', '%25', '%zz', '$1', '{0:x}', '{{x}}'],
  ...['../../etc/passwd', '/', '//', '.', '..', '~', '*', '?', '#', '&', ';', ';;', ',', ',,', '=', '_', '|'],
  ...[
    '<script>alert(1)</script>',
    '=1+1',
    '@SUM(A1)',
    'javascript:alert(1)',
    'http://127.0.0.1/',
    'file:///etc/passwd',
  ],
  ...['stores', 'stores,', 'stores,all,', ',all', 'stores,all;', 'stores,all;=', 'stores,all;x', 'nowhere,all'],
  ...['stores,all;store=', 'stores,all;store=x*', 'stores,all;nps=0_', 'stores,all;nps=_', 'stores,all;nps=9_1'],
  ...['stores,all;nps=1e999_', 'stores,all;nps=-99999999999999999999_', 'stores,all;store=a*b*c_d', 'store=%00'],
  ...['stores,all;ftime=0000-01-01_9999-12-31', 'stores,all;ftime=rdays-99999999999+0', 'stores,all;ftime=rdays-1+'],
  ...['stores,all;ftime=ryears-9999+9999', 'stores,all;ftime=cyear', 'stores,all;store=%7Enone', 'all;store=a;store=b'],
  ...[
    '01890000-0000-7000-8000-000000000000',
    '00000000-0000-0000-0000-000000000000',
    'not-a-uuid',
    'a@b',
    'a@b.example',
  ],
  ...[
    'x'.repeat(300),
    'x'.repeat(5_000),
    'ä'.repeat(4_000),
    '('.repeat(300),
    ';store=x'.repeat(300),
    ','.repeat(1_000),
  ],
]

const deep = JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`)

/** What else may stand where something else is taken. */
export const hostileValues: readonly unknown[] = [
  ...[null, true, false, [], {}, [[]], [null], [{}], { length: -1 }, { $ne: null }, { toString: 1 }, deep],
  ...[0, -1, 1, 1.5, -0.1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 53 + 2, 1e21, 1e308, -1e308, 5e-324],
  ...[Array.from({ length: 3_000 }, () => 'x'), Array.from({ length: 300 }, () => 1)],
]
