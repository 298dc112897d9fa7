import type { Language } from './geography.ts'
import type { SampleRandom } from './random.ts'

export type Theme = 'queue' | 'staff' | 'selection' | 'price' | 'cleanliness'
type Mood = 'bad' | 'good'

const sentences: Record<Language, Record<Theme, Record<Mood, readonly string[]>>> = {
  fi: {
    queue: {
      bad: [
        'Jonotin kassalle {n} minuuttia ja vain yksi kassa oli auki.',
        'Kassajono oli taas aivan liian pitkä.',
        'Itsepalvelukassat eivät toimineet, ja jono seisoi.',
      ],
      good: [
        'Kassalla ei tarvinnut jonottaa lainkaan.',
        'Uudet kassat toimivat todella sujuvasti.',
        'Pääsin maksamaan heti.',
      ],
    },
    staff: {
      bad: [
        'Myyjä ei edes tervehtinyt.',
        'Apua ei löytynyt mistään, vaikka kysyin kahdesti.',
        'Henkilökunta vaikutti kiireiseltä ja väsyneeltä.',
      ],
      good: [
        'Myyjä auttoi ystävällisesti löytämään oikean koon.',
        'Todella mukava ja osaava henkilökunta!',
        'Kiitos iloisesta palvelusta.',
      ],
    },
    selection: {
      bad: ['Hyllyt olivat puolityhjiä.', 'Etsimäni tuote oli taas loppu.', 'Valikoima on kutistunut viime vuodesta.'],
      good: [
        'Laaja valikoima, löysin kaiken mitä tarvitsin.',
        'Hienoa, että kotimaisia tuotteita on paljon.',
        'Uutuudet olivat hyvin esillä.',
      ],
    },
    price: {
      bad: [
        'Hinnat ovat nousseet kohtuuttomasti.',
        'Hyllyn hinta ja kassan hinta eivät täsmänneet.',
        'Kallista verrattuna naapuriin.',
      ],
      good: ['Hyvät tarjoukset jäsenille.', 'Hinta ja laatu kohtaavat.', 'Edullisempaa kuin odotin.'],
    },
    cleanliness: {
      bad: ['Sovituskopit olivat likaisia.', 'Lattia oli sotkuinen ja märkä.', 'Sisäänkäynti kaipaisi siivousta.'],
      good: ['Siisti ja valoisa myymälä.', 'Kaikki oli puhdasta ja järjestyksessä.', 'Remontti on onnistunut hyvin.'],
    },
  },
  sv: {
    queue: {
      bad: [
        'Jag stod {n} minuter i kön och bara en kassa var öppen.',
        'Alldeles för lång kö till kassan, igen.',
        'Självscanningen fungerade inte och kön stod still.',
      ],
      good: ['Ingen kö alls i kassan.', 'De nya kassorna går riktigt smidigt.', 'Jag fick betala direkt.'],
    },
    staff: {
      bad: ['Personalen hälsade inte ens.', 'Det fanns ingen att fråga om hjälp.', 'Expediten verkade ointresserad.'],
      good: [
        'Fick vänlig hjälp att hitta rätt storlek.',
        'Mycket trevlig och kunnig personal!',
        'Tack för ett glatt bemötande.',
      ],
    },
    selection: {
      bad: ['Halvtomma hyllor.', 'Varan jag sökte var slut igen.', 'Utbudet har blivit sämre.'],
      good: ['Stort utbud, hittade allt jag behövde.', 'Roligt med så mycket lokalt.', 'Nyheterna syntes bra.'],
    },
    price: {
      bad: ['Priserna har gått upp orimligt.', 'Priset i kassan stämde inte med hyllan.', 'Dyrare än grannbutiken.'],
      good: ['Bra erbjudanden för medlemmar.', 'Prisvärt.', 'Billigare än väntat.'],
    },
    cleanliness: {
      bad: ['Provrummen var smutsiga.', 'Golvet var blött och stökigt.', 'Entrén behöver städas.'],
      good: ['Ren och ljus butik.', 'Allt var rent och i ordning.', 'Ombyggnaden blev fin.'],
    },
  },
  en: {
    queue: {
      bad: [
        'I waited {n} minutes at the checkout with one till open.',
        'The queue was far too long, again.',
        'Self-checkout was broken and nobody came.',
      ],
      good: ['No queue at all.', 'The new checkouts are really quick.', 'Paid in seconds, thank you.'],
    },
    staff: {
      bad: ['Nobody even said hello.', 'I asked twice and found no one to help.', 'The staff seemed rushed and tired.'],
      good: [
        'Friendly help with finding the right size.',
        'Lovely, knowledgeable staff!',
        'Thank you for the cheerful service.',
      ],
    },
    selection: {
      bad: [
        'Half of the shelves were empty.',
        'What I came for was sold out again.',
        'The range has shrunk since last year.',
      ],
      good: [
        'Great choice, found everything I needed.',
        'Good to see so many local products.',
        'The new arrivals were easy to find.',
      ],
    },
    price: {
      bad: [
        'Prices have gone up beyond reason.',
        'The price at the till was not the one on the shelf.',
        'Expensive compared with next door.',
      ],
      good: ['Good offers for members.', 'Fair price for the quality.', 'Cheaper than I expected.'],
    },
    cleanliness: {
      bad: ['The fitting rooms were dirty.', 'Wet and messy floor.', 'The entrance needs cleaning.'],
      good: ['A clean, bright store.', 'Everything tidy and in its place.', 'The renovation turned out well.'],
    },
  },
  de: {
    queue: {
      bad: [
        'Ich stand {n} Minuten an der Kasse, nur eine war offen.',
        'Die Schlange war wieder viel zu lang.',
        'Die Selbstbedienungskassen waren defekt.',
      ],
      good: ['Keine Schlange an der Kasse.', 'Die neuen Kassen sind wirklich schnell.', 'Ich kam sofort dran.'],
    },
    staff: {
      bad: ['Niemand hat gegrüßt.', 'Es war niemand da, den man fragen konnte.', 'Das Personal wirkte gestresst.'],
      good: [
        'Sehr freundliche Beratung bei der Größe.',
        'Nettes und kompetentes Personal!',
        'Danke für die freundliche Bedienung.',
      ],
    },
    selection: {
      bad: ['Halb leere Regale.', 'Der gesuchte Artikel war wieder ausverkauft.', 'Das Angebot ist kleiner geworden.'],
      good: [
        'Große Auswahl, alles gefunden.',
        'Schön, so viele regionale Produkte.',
        'Die Neuheiten waren gut zu finden.',
      ],
    },
    price: {
      bad: [
        'Die Preise sind unverschämt gestiegen.',
        'Der Preis an der Kasse stimmte nicht mit dem Regal überein.',
        'Teurer als nebenan.',
      ],
      good: ['Gute Angebote für Mitglieder.', 'Gutes Preis-Leistungs-Verhältnis.', 'Günstiger als erwartet.'],
    },
    cleanliness: {
      bad: [
        'Die Umkleiden waren schmutzig.',
        'Der Boden war nass und unordentlich.',
        'Der Eingang müsste geputzt werden.',
      ],
      good: ['Sauberes, helles Geschäft.', 'Alles ordentlich und an seinem Platz.', 'Der Umbau ist gelungen.'],
    },
  },
}

/** What somebody writes who takes their time. */
export const stories: Readonly<Record<Language, string>> = {
  fi: 'Tulin hakemaan talvitakkia pojalleni, ja aluksi oikeaa kokoa ei löytynyt mistään. Myyjä soitti kahteen muuhun myymälään, löysi takin toisesta niistä ja sopi, että se tuodaan tänne seuraavaksi päiväksi. Kassalla oli tosin vain yksi ihminen, ja jonotin melkein vartin.',
  sv: 'Jag kom för att köpa en vinterjacka till min son och först fanns rätt storlek ingenstans. Expediten ringde två andra butiker, hittade jackan i den ena och såg till att den kom hit nästa dag. I kassan satt det bara en person, och jag köade nästan en kvart.',
  en: 'I came to buy a winter jacket for my son, and at first the right size was nowhere to be found. The assistant called two other stores, found it in one of them and had it sent here for the next day. There was only one person at the checkout, though, and I queued for almost a quarter of an hour.',
  de: 'Ich wollte eine Winterjacke für meinen Sohn kaufen, und zuerst war die richtige Größe nirgends zu finden. Die Verkäuferin rief zwei andere Filialen an, fand die Jacke in einer davon und ließ sie bis zum nächsten Tag hierher schicken. An der Kasse saß allerdings nur eine Person, und ich stand fast eine Viertelstunde an.',
}

/** A comment in the language that says what the scores say: one sentence, sometimes two. */
export function commentOf(
  random: SampleRandom,
  language: Language,
  moods: readonly (readonly [Theme, Mood])[],
): string {
  const said = moods
    .slice(0, random.next() < 0.35 ? 2 : 1)
    .map(([theme, mood]) => random.pick(sentences[language][theme][mood]))
  return said.join(' ').replace('{n}', String(random.whole(8, 35)))
}
