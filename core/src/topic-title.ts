import type { CommentLanguage } from './lexicon.ts'

const title = (en: string, fi: string, sv: string, de: string): Readonly<Record<CommentLanguage, string>> => ({
  en,
  fi,
  sv,
  de,
})

/** Topics that every comment is looked through for, with what they are called. */
export const standardTopics = {
  staff: title('Staff and service', 'Henkilökunta ja palvelu', 'Personal och service', 'Personal und Service'),
  waiting: title('Waiting', 'Odottaminen', 'Väntan', 'Wartezeit'),
  price: title('Price', 'Hinta', 'Pris', 'Preis'),
  quality: title('Product quality', 'Tuotteen laatu', 'Produktkvalitet', 'Produktqualität'),
  range: title('Range and stock', 'Valikoima ja saatavuus', 'Sortiment och lager', 'Auswahl und Verfügbarkeit'),
  size: title('Size and fit', 'Koko ja istuvuus', 'Storlek och passform', 'Größe und Passform'),
  look: title('Look and design', 'Ulkonäkö ja muotoilu', 'Utseende och design', 'Aussehen und Design'),
  delivery: title('Delivery', 'Toimitus', 'Leverans', 'Lieferung'),
  returns: title('Returns and refunds', 'Palautus ja hyvitys', 'Retur och återbetalning', 'Rückgabe und Erstattung'),
  cleanliness: title('Cleanliness', 'Siisteys', 'Renlighet', 'Sauberkeit'),
  toilet: title('Toilets', 'WC-tilat', 'Toaletter', 'Toiletten'),
  food: title('Food and drink', 'Ruoka ja juoma', 'Mat och dryck', 'Essen und Trinken'),
  room: title('Room', 'Huone', 'Rum', 'Zimmer'),
  comfort: title('Comfort', 'Mukavuus', 'Komfort', 'Komfort'),
  noise: title('Noise', 'Melu', 'Buller', 'Lärm'),
  temperature: title('Temperature and air', 'Lämpötila ja ilma', 'Temperatur och luft', 'Temperatur und Luft'),
  atmosphere: title('Atmosphere', 'Tunnelma', 'Stämning', 'Atmosphäre'),
  parking: title('Parking', 'Pysäköinti', 'Parkering', 'Parken'),
  location: title(
    'Location and access',
    'Sijainti ja saavutettavuus',
    'Läge och tillgänglighet',
    'Lage und Erreichbarkeit',
  ),
  hours: title('Opening hours', 'Aukioloajat', 'Öppettider', 'Öffnungszeiten'),
  booking: title(
    'Booking and check-in',
    'Varaus ja sisäänkirjautuminen',
    'Bokning och incheckning',
    'Buchung und Check-in',
  ),
  digital: title('Website and app', 'Verkkosivut ja sovellus', 'Webbplats och app', 'Website und App'),
  wifi: title('Wi-Fi', 'Wi-Fi', 'Wi-Fi', 'WLAN'),
  payment: title('Payment and invoice', 'Maksaminen ja lasku', 'Betalning och faktura', 'Zahlung und Rechnung'),
  contact: title('Reaching support', 'Yhteydenotto', 'Kontakt', 'Erreichbarkeit des Kundendienstes'),
  information: title(
    'Information and signs',
    'Tieto ja opasteet',
    'Information och skyltar',
    'Information und Schilder',
  ),
  security: title('Security', 'Turvallisuus', 'Säkerhet', 'Sicherheit'),
  baggage: title('Baggage', 'Matkatavarat', 'Bagage', 'Gepäck'),
  delay: title('Delays', 'Myöhästymiset', 'Förseningar', 'Verspätungen'),
} as const

export type StandardTopic = keyof typeof standardTopics
