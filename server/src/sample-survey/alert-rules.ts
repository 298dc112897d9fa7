import { t } from './definition.ts'

const choice = (id: string, title: ReturnType<typeof t>) => ({ id, title })

/** What the chain asks of its managers after a visit. */
export const alertRules = {
  rootCauses: [
    choice('queue', t('Long queue', 'Pitkä jono', 'Lång kö', 'Lange Schlange')),
    choice('staff', t('Too few staff', 'Liian vähän henkilökuntaa', 'För lite personal', 'Zu wenig Personal')),
    choice('stock', t('Out of stock', 'Tuote loppu', 'Slut i lager', 'Nicht vorrätig')),
    choice('product', t('Faulty product', 'Virheellinen tuote', 'Felaktig vara', 'Fehlerhafte Ware')),
    choice('other', t('Something else', 'Muu syy', 'Annat', 'Etwas anderes')),
  ],
  actions: [
    choice('called', t('Called the customer', 'Soitettiin asiakkaalle', 'Ringde kunden', 'Kunden angerufen')),
    choice('compensated', t('Compensated', 'Hyvitettiin', 'Kompenserade', 'Entschädigt')),
    choice('fixed', t('Fixed the problem', 'Korjattiin', 'Åtgärdade', 'Behoben')),
    choice('noted', t('Took note', 'Merkittiin tiedoksi', 'Noterade', 'Zur Kenntnis genommen')),
  ],
  calendars: [
    { hours: [{ days: [1, 2, 3, 4, 5, 6], from: '09:00', to: '18:00' }], holidays: ['01-01', '12-25', '12-26'] },
    {
      places: ['region,all,se'],
      timeZone: 'Europe/Stockholm',
      holidays: ['01-01', '06-06', '12-25', '12-26'],
      hours: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' }],
    },
  ],
  recentDays: 30,
  rules: [
    {
      id: 'unhappy',
      title: t('Unhappy customer', 'Tyytymätön asiakas', 'Missnöjd kund', 'Unzufriedener Kunde'),
      when: 'recommend=0_4',
      alert: {
        title: t(
          '{place}: would recommend us {recommend} of 10',
          '{place}: suosittelisi {recommend}/10',
          '{place}: skulle rekommendera {recommend} av 10',
          '{place}: würde uns mit {recommend} von 10 empfehlen',
        ),
        description: t(
          '{line}, {channel}. Visit date: {day}. Satisfaction {satisfaction}, checkout {queue}, staff {staff}.',
          '{line}, {channel}. Käyntipäivä: {day}. Tyytyväisyys {satisfaction}, kassa {queue}, henkilökunta {staff}.',
          '{line}, {channel}. Besöksdatum: {day}. Nöjdhet {satisfaction}, kassan {queue}, personal {staff}.',
          '{line}, {channel}. Besuchsdatum: {day}. Zufriedenheit {satisfaction}, Kasse {queue}, Personal {staff}.',
        ),
      },
      severity: 'high',
      tags: ['call'],
      owner: ['Store manager', 'Regional manager', 'CX manager'],
      due: 18,
      escalation: [
        { after: 9, role: 'Regional manager', how: 'notify' },
        { after: 18, role: 'CX manager' },
      ],
    },
    {
      id: 'again',
      title: t('Unhappy again', 'Taas tyytymätön', 'Missnöjd igen', 'Wieder unzufrieden'),
      when: 'recommend=0_6',
      history: { days: 365, atLeast: 2 },
      alert: {
        title: t(
          '{place}: the same customer is unhappy again',
          '{place}: sama asiakas on taas tyytymätön',
          '{place}: samma kund är missnöjd igen',
          '{place}: derselbe Kunde ist wieder unzufrieden',
        ),
      },
      severity: 'critical',
      owner: ['Store manager', 'Regional manager', 'CX manager'],
      due: 9,
    },
    {
      id: 'staff',
      title: t('Complaint about staff', 'Moite henkilökunnasta', 'Klagomål på personal', 'Beschwerde über Personal'),
      when: 'comment.complaint=staff',
      alert: {
        title: t(
          '{place}: a comment complains about staff',
          '{place}: kommentti moittii henkilökuntaa',
          '{place}: en kommentar klagar på personalen',
          '{place}: ein Kommentar beklagt sich über das Personal',
        ),
      },
      severity: 'medium',
      owner: ['Store manager', 'Regional manager'],
      due: 45,
    },
  ],
  replies: {
    replyTo: 'customer.care@example.com',
    templates: [
      {
        id: 'sorry',
        title: t('We are sorry', 'Olemme pahoillamme', 'Vi beklagar', 'Es tut uns leid'),
        subject: t(
          'Your visit to {place}',
          'Käyntisi myymälässä {place}',
          'Ditt besök hos {place}',
          'Ihr Besuch bei {place}',
        ),
        text: t(
          'Dear {name},\n\nThank you for telling us about your visit on {day}. We are sorry that it did not meet your expectations and would like to make it right. When could we call you?\n\n{by}\n{place}',
          'Hei {name},\n\nKiitos, että kerroit käynnistäsi {day}. Olemme pahoillamme, ettei se ollut sitä mitä odotit, ja haluaisimme korjata asian. Milloin voimme soittaa?\n\n{by}\n{place}',
          'Hej {name},\n\nTack för att du berättade om ditt besök {day}. Vi beklagar att det inte blev som du väntat dig och vill gärna ställa det till rätta. När kan vi ringa dig?\n\n{by}\n{place}',
          'Guten Tag {name},\n\nvielen Dank für Ihre Rückmeldung zu Ihrem Besuch am {day}. Es tut uns leid, dass er nicht so war, wie Sie es erwarten durften. Wann dürfen wir Sie anrufen?\n\n{by}\n{place}',
        ),
      },
      {
        id: 'solved',
        title: t('Problem fixed', 'Asia on korjattu', 'Problemet är åtgärdat', 'Problem behoben'),
        subject: t('Problem fixed', 'Asia on korjattu', 'Problemet är åtgärdat', 'Problem behoben'),
        text: t(
          'Dear {name},\n\nYou told us about a problem at {place}. It is now fixed. Thank you for your help.\n\n{by}',
          'Hei {name},\n\nKerroit meille ongelmasta: {place}. Asia on nyt korjattu. Kiitos avustasi.\n\n{by}',
          'Hej {name},\n\nDu berättade om ett problem hos {place}. Nu är det åtgärdat. Tack för hjälpen.\n\n{by}',
          'Guten Tag {name},\n\nSie haben uns von einem Problem bei {place} berichtet. Es ist nun behoben. Vielen Dank für Ihre Hilfe.\n\n{by}',
        ),
      },
    ],
  },
  placeRules: [
    {
      id: 'lowNps',
      title: t('NPS far below target', 'NPS kaukana tavoitteesta', 'NPS långt under målet', 'NPS weit unter dem Ziel'),
      watch: { type: 'limit', indicator: 'nps', below: 10, recovered: 20, days: 91, minimumN: 50 },
      alert: {
        title: t(
          '{place}: NPS {figure}, below {limit}',
          '{place}: NPS {figure}, alle {limit}',
          '{place}: NPS {figure}, under {limit}',
          '{place}: NPS {figure}, unter {limit}',
        ),
        description: t(
          '{n} responses, {period}. No further alert until NPS is back at 20.',
          '{n} vastausta, {period}. Uutta hälytystä ei tule ennen kuin NPS on taas 20.',
          '{n} svar, {period}. Inget nytt larm förrän NPS är tillbaka på 20.',
          '{n} Antworten, {period}. Kein weiterer Alarm, bis der NPS wieder 20 erreicht.',
        ),
      },
      severity: 'high',
      owner: ['Store manager', 'Regional manager', 'CX manager'],
      due: 45,
      escalation: [{ after: 18, role: 'Regional manager', how: 'notify' }],
    },
    {
      id: 'npsFell',
      title: t('NPS fell', 'NPS laski', 'NPS föll', 'NPS gefallen'),
      watch: { type: 'change', indicator: 'nps', direction: 'fall', days: 182 },
      every: 'week',
      alert: {
        title: t(
          '{place}: {indicator} {change} in half a year',
          '{place}: {indicator} {change} puolessa vuodessa',
          '{place}: {indicator} {change} på ett halvår',
          '{place}: {indicator} {change} in einem halben Jahr',
        ),
        description: t(
          'From {before} to {figure}, {n} responses, {period}. Statistically significant across all stores.',
          '{before} → {figure}, {n} vastausta, {period}. Tilastollisesti merkitsevä, kaikki myymälät huomioiden.',
          'Från {before} till {figure}, {n} svar, {period}. Statistiskt signifikant över alla butiker.',
          'Von {before} auf {figure}, {n} Antworten, {period}. Statistisch signifikant über alle Filialen.',
        ),
      },
      severity: 'medium',
      owner: ['Regional manager', 'CX manager'],
      due: 45,
    },
    {
      id: 'silent',
      title: t('No responses', 'Ei vastauksia', 'Inga svar', 'Keine Antworten'),
      watch: { type: 'silence', days: 8 },
      alert: {
        title: t(
          '{place}: no responses since {last}',
          '{place}: ei vastauksia {last} jälkeen',
          '{place}: inga svar sedan {last}',
          '{place}: keine Antworten seit {last}',
        ),
        description: t(
          'No responses for {days} working days. Is the survey still running?',
          'Ei vastauksia {days} arkipäivään. Onko kysely vielä käynnissä?',
          'Inga svar på {days} arbetsdagar. Pågår undersökningen fortfarande?',
          'Keine Antworten seit {days} Arbeitstagen. Läuft die Umfrage noch?',
        ),
      },
      severity: 'low',
      tags: ['survey'],
      owner: ['Store manager', 'Regional manager'],
      due: 18,
    },
  ],
}
