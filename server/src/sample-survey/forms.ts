import { t } from './definition.ts'

/** What customers of the stores are asked: two minutes on a phone, from a code beside the till. */
export const forms = {
  forms: [
    {
      id: 'visit',
      title: t('Your visit', 'Käyntisi', 'Ditt besök', 'Ihr Besuch'),
      open: true,
      locales: ['en', 'fi', 'sv', 'de'],
      given: ['store'],
      fixed: { channel: 'store' },
      privacy: t(
        'Pohjola reads your answers to make its stores better. They are kept for two years, without your name.',
        'Pohjola lukee vastauksesi parantaakseen myymälöitään. Ne säilytetään kaksi vuotta ilman nimeäsi.',
        'Pohjola läser dina svar för att göra butikerna bättre. De sparas i två år utan ditt namn.',
        'Pohjola liest Ihre Antworten, um die Filialen zu verbessern. Sie werden zwei Jahre ohne Ihren Namen aufbewahrt.',
      ),
      pages: [
        {
          parts: [
            {
              question: 'recommend',
              required: true,
              text: t(
                'How likely are you to recommend this store to a friend?',
                'Kuinka todennäköisesti suosittelisit tätä myymälää ystävällesi?',
                'Hur troligt är det att du skulle rekommendera butiken till en vän?',
                'Wie wahrscheinlich ist es, dass Sie diese Filiale weiterempfehlen?',
              ),
            },
          ],
        },
        {
          when: 'recommend=0_6',
          parts: [
            {
              question: 'comment',
              text: t(
                'You gave {recommend} of 10. What went wrong?',
                'Annoit {recommend}/10. Mikä meni pieleen?',
                'Du gav {recommend} av 10. Vad gick fel?',
                'Sie gaben {recommend} von 10. Was lief schief?',
              ),
            },
          ],
        },
        {
          when: 'recommend=7_10',
          parts: [
            {
              question: 'satisfaction',
              text: t(
                'How satisfied are you with your visit?',
                'Kuinka tyytyväinen olet käyntiisi?',
                'Hur nöjd är du med ditt besök?',
                'Wie zufrieden sind Sie mit Ihrem Besuch?',
              ),
            },
          ],
        },
        {
          parts: [
            {
              matrix: ['queue', 'staff', 'selection', 'price', 'cleanliness'],
              text: t('How was …', 'Millainen oli …', 'Hur var …', 'Wie war …'),
            },
            { question: 'themes', random: true },
            { question: 'member' },
          ],
        },
      ],
      thanks: [
        {
          when: 'recommend=0_6',
          title: t(
            'Thank you for telling us',
            'Kiitos, että kerroit',
            'Tack för att du berättade',
            'Danke für Ihre Offenheit',
          ),
          text: t(
            'The store manager reads every answer.',
            'Myymäläpäällikkö lukee jokaisen vastauksen.',
            'Butikschefen läser varje svar.',
            'Die Filialleitung liest jede Antwort.',
          ),
        },
      ],
    },
  ],
}
