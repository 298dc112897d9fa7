import type { Store } from './geography.ts'
import { countries, type Language } from './geography.ts'

export type Texts = Record<Language, string>
/** A text in English, Finnish, Swedish and German. */
export const t = (en: string, fi: string, sv: string, de: string): Texts => ({ en, fi, sv, de })

/** A definition as files, ready to be published. */
export const filesOf = (blocks: Record<string, object>): Map<string, string> =>
  new Map(Object.entries(blocks).map(([name, block]) => [`${name}.json`, `${JSON.stringify(block, null, 2)}\n`]))

/** Country › region › store; some stores stand right under their country. */
export const regionView = (stores: readonly Store[]) => ({
  extName: 'region',
  title: t('Regions', 'Alueet', 'Regioner', 'Regionen'),
  root: { id: 'all', title: t('All stores', 'Kaikki myymälät', 'Alla butiker', 'Alle Filialen') },
  key: 'store',
  levelTitles: [
    t('Country', 'Maa', 'Land', 'Land'),
    t('Region', 'Alue', 'Region', 'Region'),
    t('Store', 'Myymälä', 'Butik', 'Filiale'),
  ],
  nodes: [
    ...countries.flatMap(({ id, name, regions }, order) => [
      { id, name, order },
      ...regions.map(([region, title]) => ({ id: `${id}-${region}`, parent: id, name: title })),
    ]),
    ...stores.map(({ id, name, country, region }) => ({ id, parent: region ? `${country}-${region}` : country, name })),
  ],
})

export const option = (code: string, title: Texts | string) => ({ code, title })

export const scale = (id: string, title: Texts, labels: readonly [low: Texts, high: Texts]) => ({
  type: 'scale',
  id,
  title,
  min: 1,
  max: 5,
  missing: [9],
  labels: [
    { code: 1, title: labels[0] },
    { code: 5, title: labels[1] },
    { code: 9, title: t('Do not know', 'En osaa sanoa', 'Vet ej', 'Weiß nicht') },
  ],
})

export const recommendation = (title: Texts) => ({
  type: 'scale',
  id: 'recommend',
  title,
  min: 0,
  max: 10,
  missing: [99],
  labels: [
    {
      code: 0,
      title: t(
        'Not at all likely',
        'En lainkaan todennäköisesti',
        'Inte alls troligt',
        'Überhaupt nicht wahrscheinlich',
      ),
    },
    { code: 10, title: t('Extremely likely', 'Erittäin todennäköisesti', 'Mycket troligt', 'Äußerst wahrscheinlich') },
    { code: 99, title: t('Do not know', 'En osaa sanoa', 'Vet ej', 'Weiß nicht') },
  ],
})

export const filter = (extName: string, title: Texts, flags: Record<string, unknown> = {}) => ({
  extName,
  title,
  question: extName,
  ...flags,
})

export const several = { multipleSelections: true }

/** The time filter every sample survey has: a period or a reference date. */
export const timeFilters = (when: Texts, ...more: readonly object[]) => ({
  filterGroups: [
    {
      title: when,
      ungrouped: true,
      filters: [{ extName: 'ftime', title: when, dateInterval: true, dateRef: true, today: true }],
    },
    ...more,
  ],
})

/** For surveys that know who answered. */
export const onePerCustomer = {
  title: t('Customers', 'Asiakkaat', 'Kunder', 'Kunden'),
  filters: [
    {
      extName: 'perCustomer',
      title: t('One answer per customer', 'Yksi vastaus asiakkaalta', 'Ett svar per kund', 'Eine Antwort pro Kunde'),
      tableDate: true,
    },
  ],
}

export const languageQuestion = {
  type: 'choice',
  id: 'language',
  title: t('Language', 'Kieli', 'Språk', 'Sprache'),
  options: [option('fi', 'suomi'), option('sv', 'svenska'), option('en', 'English'), option('de', 'Deutsch')],
}

export const ageQuestion = {
  type: 'number',
  id: 'age',
  title: t('Age', 'Ikä', 'Ålder', 'Alter'),
  min: 15,
  max: 99,
  unit: t('years', 'v', 'år', 'Jahre').en,
  bands: [
    { id: 'under25', title: t('Under 25', 'Alle 25', 'Under 25', 'Unter 25'), to: 24 },
    { id: '25-34', title: '25–34', from: 25, to: 34 },
    { id: '35-49', title: '35–49', from: 35, to: 49 },
    { id: '50-64', title: '50–64', from: 50, to: 64 },
    { id: '65up', title: t('65 and over', '65 ja yli', '65 och över', '65 und älter'), from: 65 },
  ],
}
