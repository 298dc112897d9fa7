import { writeFile } from 'node:fs/promises'

const regions = { Finland: ['Uusimaa', 'Kainuu'], Sweden: ['Skåne', 'Uppsala'] } as const
const remarks = ['The queue was long', 'Friendly staff', 'Good choice of shoes', 'Too expensive']

/** A file of 2,400 answers as somebody may have it: three levels of places, a date, scores, an age and comments. */
export async function writeAnswers(file: string, today: Date): Promise<void> {
  const lines = [
    'Response ID;Visited;Country;Region;Store;Channel;Age;How likely are you to recommend us?;Satisfaction;Comment',
  ]
  const places = Object.entries(regions).flatMap(([country, names]) =>
    names.flatMap((region) => [1, 2, 3].map((store) => [country, region, `${region} ${store}`] as const)),
  )
  for (let i = 0; i < 2400; i++) {
    const [country, region, store] = places[i % places.length] ?? ['', '', '']
    const day = new Date(today.getTime() - ((i * 7) % 400) * 86_400_000).toISOString().slice(0, 10)
    const score = (i * 13 + (i % places.length)) % 11
    const comment = i % 3 === 0 ? `${remarks[i % remarks.length]} (${i})` : ''
    lines.push(
      [
        `r${i}`,
        day,
        country,
        region,
        store,
        i % 2 ? 'Store' : 'Web',
        18 + ((i * 11) % 60),
        score,
        1 + (score % 5),
        comment,
      ].join(';'),
    )
  }
  await writeFile(file, `\uFEFF${lines.join('\r\n')}\r\n`)
}
