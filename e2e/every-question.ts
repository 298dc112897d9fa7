/** A survey in Arabic whose form asks a question of each type on one page. */
export const everyQuestion: Readonly<Record<string, object>> = {
  'settings.json': { extName: 'every', title: 'استبيان الزوار', locale: 'ar', timeZone: 'Europe/Helsinki' },
  'questions.json': {
    questions: [
      { id: 'visited', type: 'date', title: 'متى زرتنا؟', roles: ['date'] },
      {
        ...{ id: 'store', type: 'choice', title: 'الفرع' },
        options: [
          { code: 's1', title: 'وسط المدينة' },
          { code: 's2', title: 'المطار' },
        ],
      },
      {
        ...{ id: 'nps', type: 'scale', title: 'ما مدى احتمال أن توصي بنا؟', min: 0, max: 10 },
        labels: [
          { code: 0, title: 'مستبعد جدا' },
          { code: 10, title: 'محتمل جدا' },
        ],
      },
      {
        ...{ id: 'satisfied', type: 'scale', title: 'ما مدى رضاك؟', min: 1, max: 5, missing: [9] },
        labels: ['سيئ جدا', 'سيئ', 'مقبول', 'جيد', 'ممتاز'].map((title, at) => ({ code: at + 1, title })),
      },
      ...['queue:الانتظار', 'staff:الموظفون', 'price:الأسعار'].map((one) => {
        const [id, title] = one.split(':')
        return { id, type: 'scale', title, min: 1, max: 5, labels: [{ code: 1, title: 'سيئ' }] }
      }),
      {
        ...{ id: 'themes', type: 'multiple', title: 'ما الذي أعجبك؟', open: true },
        options: ['النظافة', 'الاختيار', 'المعاملة'].map((title, at) => ({ code: `t${at}`, title })),
      },
      { id: 'spent', type: 'number', title: 'كم أنفقت؟', min: 0, max: 10_000, decimals: 2 },
      { id: 'comment', type: 'text', title: 'أخبرنا المزيد', roles: ['comment'] },
      {
        ...{ id: 'consent', type: 'choice', title: 'الموافقة' },
        options: [{ code: 'yes', title: 'نعم' }],
      },
    ],
  },
  'views.json': {
    views: [
      {
        ...{ extName: 'store', title: 'الفروع', root: { title: 'الكل' } },
        levels: [{ question: 'store', title: 'الفرع' }],
      },
    ],
  },
  'forms.json': {
    forms: [
      {
        ...{ id: 'visit', title: 'زيارتك', open: true, locales: ['ar', 'en'] },
        intro: 'تستغرق الإجابة دقيقتين.',
        privacy: 'نقرأ إجاباتك لتحسين فروعنا.',
        pages: [
          {
            title: 'عن زيارتك الأخيرة إلى Kaiku',
            parts: [
              { question: 'nps', required: true },
              { question: 'satisfied' },
              { question: 'store', required: true },
              { question: 'themes', hint: 'اختر كل ما ينطبق' },
              { question: 'spent', required: true },
              { question: 'comment' },
              { question: 'visited', required: true },
              { matrix: ['queue', 'staff', 'price'], text: 'كيف كان كل من …' },
              { text: 'شكرا لوقتك.' },
              { consent: 'consent', text: 'أوافق على استخدام إجاباتي.' },
            ],
          },
        ],
        thanks: [{ title: 'شكرا جزيلا', text: 'قرأنا إجابتك {nps}.' }],
      },
    ],
  },
}
