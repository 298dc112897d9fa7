/** A script that a survey like `small` can have: who recommends, how old, what day. */
export const kindScript = `export const variables = {
  kind: {
    type: 'choice',
    title: { en: 'Kind', fi: 'Laji' },
    options: [
      { code: 'promoter', title: 'Promoters' },
      { code: 'other', title: 'Others' },
    ],
  },
  half: { type: 'number', title: 'Half', decimals: 1 },
}

export function compute({ answers, day }) {
  if (answers.nps === undefined) return {}
  return { kind: answers.nps >= 9 ? 'promoter' : 'other', half: answers.nps / 2 }
}

export const tests = [
  { name: 'nine recommends', answers: { nps: 9 }, gives: { kind: 'promoter', half: 4.5 } },
  { name: 'nobody says nothing', answers: {}, gives: { kind: null } },
]
`
