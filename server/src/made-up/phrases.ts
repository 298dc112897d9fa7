import type { uiLocales } from '@kaiku/contract/universe.ts'

type Locale = (typeof uiLocales)[number]

/** What is written where people wrote something: of who is content, of who is not, of neither, and where it tells of somebody. */
type Phrases = {
  readonly good: readonly string[]
  readonly bad: readonly string[]
  readonly plain: readonly string[]
  readonly nobody: string
}

export const phrases: Readonly<Record<Locale, Phrases>> = {
  en: {
    good: [
      'The service was friendly and quick.',
      'Everything went well, thank you.',
      'I was helped right away.',
      'Good quality, I will come again.',
    ],
    bad: [
      'I had to wait too long.',
      'Nobody had time for me.',
      'This was more expensive than I expected.',
      'It did not work as promised.',
    ],
    plain: ['It was all right.', 'Nothing to add.', 'About as usual.', 'Some things were good, others less so.'],
    nobody: 'Made up',
  },
  fi: {
    good: [
      'Palvelu oli ystävällistä ja nopeaa.',
      'Kaikki sujui hyvin, kiitos.',
      'Sain apua heti.',
      'Hyvää laatua, tulen uudelleen.',
    ],
    bad: [
      'Jouduin odottamaan liian kauan.',
      'Kenelläkään ei ollut aikaa minulle.',
      'Tämä oli kalliimpaa kuin odotin.',
      'Se ei toiminut luvatulla tavalla.',
    ],
    plain: ['Ihan hyvä.', 'Ei lisättävää.', 'Suunnilleen kuten ennenkin.', 'Osa oli hyvää, osa vähemmän hyvää.'],
    nobody: 'Keksitty',
  },
  sv: {
    good: [
      'Servicen var vänlig och snabb.',
      'Allt gick bra, tack.',
      'Jag fick hjälp direkt.',
      'Bra kvalitet, jag kommer tillbaka.',
    ],
    bad: [
      'Jag fick vänta för länge.',
      'Ingen hade tid för mig.',
      'Det var dyrare än jag hade väntat mig.',
      'Det fungerade inte som utlovat.',
    ],
    plain: ['Det var okej.', 'Inget att tillägga.', 'Ungefär som vanligt.', 'En del var bra, annat mindre bra.'],
    nobody: 'Påhittad',
  },
  de: {
    good: [
      'Der Service war freundlich und schnell.',
      'Alles hat gut geklappt, danke.',
      'Mir wurde sofort geholfen.',
      'Gute Qualität, ich komme wieder.',
    ],
    bad: [
      'Ich musste zu lange warten.',
      'Niemand hatte Zeit für mich.',
      'Es war teurer als erwartet.',
      'Es hat nicht so funktioniert wie versprochen.',
    ],
    plain: ['Es war in Ordnung.', 'Nichts hinzuzufügen.', 'Etwa wie sonst.', 'Manches war gut, anderes weniger.'],
    nobody: 'Erfunden',
  },
}
