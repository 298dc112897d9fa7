const en = {
  signIn: 'Sign in',
  welcome: 'Sign in to Kaiku',
  username: 'User name or e-mail',
  password: 'Password',
  remember: 'Keep me signed in on this device',
  forgot: 'Forgot your password?',
  wrong: 'The user name or password is not right.',
  slowed: 'Too many attempts. Try again in {seconds} s.',
  secondStep: 'One more step',
  codeHint: 'Enter the code that your authenticator app shows, or one of your recovery codes.',
  code: 'Code',
  wrongCode: 'This code is not right, or it was used already.',
  continue: 'Continue',
  otherAccount: 'Use another account',
  expired: 'This sign-in has run out',
  expiredHint: 'It was open for a long time, or it was finished elsewhere. Start again.',
  failed: 'That did not work',
  failedHint:
    'Kaiku could not understand how you came here. Start again; if it happens once more, tell your administrator:',
  home: 'Go to Kaiku',
  signOut: 'Sign out',
  signOutAsk: 'Do you want to sign out of Kaiku?',
  signingOut: 'Signing out …',
  signedOut: 'You are signed out',
  signedOutHint: 'Close the browser if others use this device too.',
}
export type ProviderText = Readonly<Record<keyof typeof en, string>> & { readonly locale: string }

const fi = {
  signIn: 'Kirjaudu sisään',
  welcome: 'Kirjaudu Kaikuun',
  username: 'Käyttäjätunnus tai sähköposti',
  password: 'Salasana',
  remember: 'Pidä minut kirjautuneena tällä laitteella',
  forgot: 'Unohditko salasanan?',
  wrong: 'Käyttäjätunnus tai salasana ei ole oikein.',
  slowed: 'Liian monta yritystä. Yritä uudelleen {seconds} sekunnin kuluttua.',
  secondStep: 'Vielä yksi vaihe',
  codeHint: 'Anna todennussovelluksesi näyttämä koodi tai jokin palautuskoodeistasi.',
  code: 'Koodi',
  wrongCode: 'Koodi ei ole oikein, tai se on jo käytetty.',
  continue: 'Jatka',
  otherAccount: 'Käytä toista tiliä',
  expired: 'Tämä kirjautuminen on vanhentunut',
  expiredHint: 'Se oli auki pitkään tai tehtiin loppuun muualla. Aloita alusta.',
  failed: 'Se ei onnistunut',
  failedHint: 'Kaiku ei ymmärtänyt, miten tulit tänne. Aloita alusta; jos näin käy uudelleen, kerro ylläpitäjälle:',
  home: 'Siirry Kaikuun',
  signOut: 'Kirjaudu ulos',
  signOutAsk: 'Haluatko kirjautua ulos Kaiusta?',
  signingOut: 'Kirjaudutaan ulos …',
  signedOut: 'Olet kirjautunut ulos',
  signedOutHint: 'Sulje selain, jos muutkin käyttävät tätä laitetta.',
} satisfies typeof en

const sv = {
  signIn: 'Logga in',
  welcome: 'Logga in i Kaiku',
  username: 'Användarnamn eller e-post',
  password: 'Lösenord',
  remember: 'Håll mig inloggad på den här enheten',
  forgot: 'Glömt lösenordet?',
  wrong: 'Användarnamnet eller lösenordet stämmer inte.',
  slowed: 'För många försök. Försök igen om {seconds} s.',
  secondStep: 'Ett steg till',
  codeHint: 'Ange koden som din autentiseringsapp visar, eller en av dina återställningskoder.',
  code: 'Kod',
  wrongCode: 'Koden stämmer inte, eller så är den redan använd.',
  continue: 'Fortsätt',
  otherAccount: 'Använd ett annat konto',
  expired: 'Den här inloggningen har gått ut',
  expiredHint: 'Den var öppen länge eller avslutades på annat håll. Börja om.',
  failed: 'Det gick inte',
  failedHint: 'Kaiku förstod inte hur du kom hit. Börja om; händer det igen, berätta för din administratör:',
  home: 'Gå till Kaiku',
  signOut: 'Logga ut',
  signOutAsk: 'Vill du logga ut från Kaiku?',
  signingOut: 'Loggar ut …',
  signedOut: 'Du är utloggad',
  signedOutHint: 'Stäng webbläsaren om andra också använder den här enheten.',
} satisfies typeof en

const de = {
  signIn: 'Anmelden',
  welcome: 'Bei Kaiku anmelden',
  username: 'Benutzername oder E-Mail',
  password: 'Passwort',
  remember: 'Auf diesem Gerät angemeldet bleiben',
  forgot: 'Passwort vergessen?',
  wrong: 'Benutzername oder Passwort stimmt nicht.',
  slowed: 'Zu viele Versuche. Bitte in {seconds} s noch einmal.',
  secondStep: 'Noch ein Schritt',
  codeHint: 'Geben Sie den Code Ihrer Authentifizierungs-App ein, oder einen Ihrer Wiederherstellungscodes.',
  code: 'Code',
  wrongCode: 'Dieser Code stimmt nicht, oder er wurde schon benutzt.',
  continue: 'Weiter',
  otherAccount: 'Anderes Konto verwenden',
  expired: 'Diese Anmeldung ist abgelaufen',
  expiredHint: 'Sie war lange offen oder wurde anderswo beendet. Bitte neu beginnen.',
  failed: 'Das hat nicht geklappt',
  failedHint:
    'Kaiku hat nicht verstanden, wie Sie hierher kamen. Bitte neu beginnen; geschieht es wieder, sagen Sie es Ihrer Administration:',
  home: 'Zu Kaiku',
  signOut: 'Abmelden',
  signOutAsk: 'Möchten Sie sich von Kaiku abmelden?',
  signingOut: 'Sie werden abgemeldet …',
  signedOut: 'Sie sind abgemeldet',
  signedOutHint: 'Schließen Sie den Browser, wenn auch andere dieses Gerät benutzen.',
} satisfies typeof en

const texts: Readonly<Record<string, Readonly<Record<keyof typeof en, string>>>> = { en, fi, sv, de }

/** In the first language that is known: of `ui_locales`, or of an Accept-Language header by its weights. */
export function textsFor(...wishes: readonly (string | undefined)[]): ProviderText {
  const languages = wishes.flatMap((wish) => byWeight(wish ?? '')).map((tag) => tag.split('-', 1)[0] ?? '')
  const locale = languages.find((language) => Object.hasOwn(texts, language)) ?? 'en'
  return { ...(texts[locale] ?? en), locale }
}

const byWeight = (wish: string): readonly string[] =>
  wish
    .toLowerCase()
    .split(/[\s,]+(?!q=)/)
    .map((one) => {
      const [tag = '', weight] = one.split(/\s*;\s*q=/)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
