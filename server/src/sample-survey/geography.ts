import { randomOf, type SampleRandom } from './random.ts'

export type Language = 'fi' | 'sv' | 'en' | 'de'

export type Store = {
  readonly id: string
  readonly name: string
  readonly country: string
  readonly region: string | null
  /** Interviews relative to other stores. */
  readonly size: number
  /** How much better than the average, in points of a five-point answer. */
  readonly effect: number
  /** Opens after the sample's end: a place without interviews. */
  readonly planned: boolean
}

type Country = {
  readonly id: string
  readonly name: Record<Language, string>
  readonly languages: readonly (readonly [Language, number])[]
  readonly effect: number
  readonly regions: readonly (readonly [id: string, name: string, towns: readonly string[]])[]
}

export const countries: readonly Country[] = [
  {
    id: 'fi',
    name: { fi: 'Suomi', sv: 'Finland', en: 'Finland', de: 'Finnland' },
    languages: [
      ['fi', 84],
      ['sv', 7],
      ['en', 8],
      ['de', 1],
    ],
    effect: 0.05,
    regions: [
      [
        'uusimaa',
        'Uusimaa',
        [
          'Helsinki Kamppi',
          'Helsinki Itis',
          'Espoo Iso Omena',
          'Vantaa Jumbo',
          'Kerava',
          'Porvoo',
          'Lohja',
          'Hyvinkää',
          'Järvenpää',
        ],
      ],
      [
        'varsinais-suomi',
        'Varsinais-Suomi',
        ['Turku Skanssi', 'Turku Centre', 'Raisio Mylly', 'Salo', 'Naantali', 'Parainen'],
      ],
      [
        'pirkanmaa',
        'Pirkanmaa',
        ['Tampere Ratina', 'Tampere Lielahti', 'Ylöjärvi', 'Nokia', 'Kangasala', 'Valkeakoski'],
      ],
      ['pohjois-pohjanmaa', 'Pohjois-Pohjanmaa', ['Oulu Valkea', 'Oulu Zeppelin', 'Kempele', 'Raahe', 'Ylivieska']],
      ['paijat-hame', 'Päijät-Häme', ['Lahti Karisma', 'Lahti Centre', 'Heinola', 'Hollola']],
      ['kymenlaakso', 'Kymenlaakso', ['Kouvola Centre', 'Kotka Harbour', 'Hamina', 'Kuusankoski']],
      ['kainuu', 'Kainuu', ['Kajaani', 'Sotkamo']],
    ],
  },
  {
    id: 'se',
    name: { fi: 'Ruotsi', sv: 'Sverige', en: 'Sweden', de: 'Schweden' },
    languages: [
      ['sv', 86],
      ['en', 11],
      ['fi', 2],
      ['de', 1],
    ],
    effect: -0.02,
    regions: [
      [
        'stockholm',
        'Stockholm',
        ['Stockholm Sergel', 'Solna Mall', 'Kista', 'Täby Centrum', 'Nacka Forum', 'Södertälje', 'Centrum'],
      ],
      [
        'vastra-gotaland',
        'Västra Götaland',
        ['Göteborg Nordstan', 'Göteborg Backaplan', 'Borås', 'Trollhättan', 'Skövde', 'Centrum'],
      ],
      ['skane', 'Skåne', ['Malmö Emporia', 'Lund Nova', 'Helsingborg Väla', 'Kristianstad', 'Ystad', 'Centrum']],
      ['uppsala', 'Uppsala', ['Uppsala Gränby', 'Enköping', 'Knivsta', 'Tierp']],
      ['norrbotten', 'Norrbotten', ['Luleå Shopping', 'Piteå', 'Kiruna', 'Boden']],
      ['ostergotland', 'Östergötland', ['Linköping Ikano', 'Norrköping', 'Motala', 'Mjölby']],
    ],
  },
  {
    id: 'no',
    name: { fi: 'Norja', sv: 'Norge', en: 'Norway', de: 'Norwegen' },
    languages: [
      ['en', 78],
      ['sv', 14],
      ['de', 8],
    ],
    effect: 0.12,
    regions: [
      ['oslo', 'Oslo', ['Oslo City', 'Oslo Byporten', 'Grünerløkka', 'Lambertseter', 'Alna']],
      ['vestland', 'Vestland', ['Bergen Storsenter', 'Bergen Åsane', 'Voss', 'Førde', 'Sogndal']],
      ['trondelag', 'Trøndelag', ['Trondheim Torg', 'Trondheim Sirkus', 'Stjørdal', 'Levanger', 'Namsos']],
      ['troms', 'Troms', ['Tromsø Jekta', 'Harstad', 'Finnsnes']],
      ['rogaland', 'Rogaland', ['Stavanger Herbarium', 'Sandnes Kvadrat', 'Haugesund', 'Egersund']],
    ],
  },
  {
    id: 'dk',
    name: { fi: 'Tanska', sv: 'Danmark', en: 'Denmark', de: 'Dänemark' },
    languages: [
      ['en', 66],
      ['de', 24],
      ['sv', 10],
    ],
    effect: -0.06,
    regions: [
      [
        'hovedstaden',
        'Hovedstaden',
        ['København Fisketorvet', 'København Fields', 'Lyngby', 'Rødovre', 'Helsingør', 'Hillerød'],
      ],
      [
        'midtjylland',
        'Midtjylland',
        ['Aarhus Bruuns', 'Aarhus Storcenter', 'Herning', 'Randers', 'Silkeborg', 'Viborg'],
      ],
      [
        'syddanmark',
        'Syddanmark',
        ['Odense Rosengård', 'Kolding Storcenter', 'Esbjerg', 'Vejle', 'Sønderborg', 'Svendborg'],
      ],
      ['nordjylland', 'Nordjylland', ['Aalborg Friis', 'Hjørring', 'Frederikshavn', 'Thisted']],
      ['sjaelland', 'Sjælland', ['Roskilde', 'Næstved', 'Slagelse', 'Holbæk']],
    ],
  },
]

const slug = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** All stores of the chain, the same for the same seed. Some stand right under a country, one opens later. */
export function storesOf(seed: number): readonly Store[] {
  const random = randomOf(seed)
  const stores = countries.flatMap(({ id: country, effect, regions }) =>
    regions.flatMap(([region, , towns]) => {
      const regionEffect = effect + 0.14 * random.normal()
      return towns.map((town, index) => storeOf(random, { country, region, town, index, effect: regionEffect }))
    }),
  )
  const outside = (country: string, id: string, name: string, planned = false): Store => ({
    id: `${country}-${id}`,
    name,
    country,
    region: null,
    size: 0.35,
    effect: 0.1,
    planned,
  })
  return [
    ...stores,
    outside('no', 'svalbard', 'Longyearbyen'),
    outside('fi', 'silja', 'M/S Pohjola'),
    outside('se', 'gotland', 'Visby (opens in spring)', true),
    { ...outside('dk', 'bornholm', 'Rønne'), size: 0.06 },
    { ...outside('se', 'oland', 'Borgholm'), size: 0.06 },
  ]
}

type Town = { country: string; region: string; town: string; index: number; effect: number }

const storeOf = (random: SampleRandom, { country, region, town, index, effect }: Town): Store => ({
  id: `${country}-${region}-${slug(town)}`,
  name: town,
  country,
  region,
  size: (index === 0 ? 2.1 : 1) * (0.55 + random.next()),
  effect: effect + 0.16 * random.normal(),
  planned: false,
})
