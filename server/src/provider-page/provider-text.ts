import { bestLocale } from '../text/best-locale.ts'

const en = {
  signIn: 'Sign in',
  welcome: 'Sign in to Kaiku',
  username: 'Username or email',
  password: 'Password',
  remember: 'Keep me signed in on this device',
  forgot: 'Forgot password?',
  wrong: 'Wrong username or password.',
  slowed: 'Too many attempts. Try again in {seconds} s.',
  secondStep: 'One more step',
  codeHint: 'Enter the code from your authenticator app, or a recovery code.',
  code: 'Code',
  wrongCode: 'This code is wrong or has already been used.',
  continue: 'Continue',
  otherAccount: 'Use another account',
  expired: 'This sign-in has expired',
  expiredHint: 'It was open for too long, or was completed elsewhere. Start again.',
  failed: 'That did not work',
  failedHint: 'The sign-in request was not valid. Start again. If it happens again, send this to your administrator:',
  home: 'Go to Kaiku',
  signOut: 'Sign out',
  signOutAsk: 'Do you want to sign out of Kaiku?',
  signingOut: 'Signing out…',
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
  forgot: 'Unohtuiko salasana?',
  wrong: 'Väärä käyttäjätunnus tai salasana.',
  slowed: 'Liian monta yritystä. Yritä uudelleen {seconds} sekunnin kuluttua.',
  secondStep: 'Vielä yksi vaihe',
  codeHint: 'Anna todennussovelluksesi koodi tai palautuskoodi.',
  code: 'Koodi',
  wrongCode: 'Koodi on väärä tai se on jo käytetty.',
  continue: 'Jatka',
  otherAccount: 'Käytä toista tiliä',
  expired: 'Tämä kirjautuminen on vanhentunut',
  expiredHint: 'Se oli auki liian pitkään tai viimeisteltiin muualla. Aloita alusta.',
  failed: 'Se ei onnistunut',
  failedHint: 'Kirjautumispyyntö ei kelvannut. Aloita alusta. Jos näin käy uudelleen, lähetä tämä ylläpitäjälle:',
  home: 'Siirry Kaikuun',
  signOut: 'Kirjaudu ulos',
  signOutAsk: 'Haluatko kirjautua ulos Kaiusta?',
  signingOut: 'Kirjaudutaan ulos…',
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
  wrong: 'Fel användarnamn eller lösenord.',
  slowed: 'För många försök. Försök igen om {seconds} s.',
  secondStep: 'Ett steg till',
  codeHint: 'Ange koden från din autentiseringsapp, eller en återställningskod.',
  code: 'Kod',
  wrongCode: 'Koden är fel eller har redan använts.',
  continue: 'Fortsätt',
  otherAccount: 'Använd ett annat konto',
  expired: 'Den här inloggningen har gått ut',
  expiredHint: 'Den var öppen för länge eller slutfördes på annat håll. Börja om.',
  failed: 'Det gick inte',
  failedHint: 'Inloggningsbegäran var inte giltig. Börja om. Händer det igen, skicka detta till din administratör:',
  home: 'Gå till Kaiku',
  signOut: 'Logga ut',
  signOutAsk: 'Vill du logga ut från Kaiku?',
  signingOut: 'Loggar ut…',
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
  wrong: 'Benutzername oder Passwort ist falsch.',
  slowed: 'Zu viele Versuche. Bitte in {seconds} s noch einmal.',
  secondStep: 'Noch ein Schritt',
  codeHint: 'Geben Sie den Code aus Ihrer Authenticator-App oder einen Wiederherstellungscode ein.',
  code: 'Code',
  wrongCode: 'Dieser Code ist falsch oder wurde schon benutzt.',
  continue: 'Weiter',
  otherAccount: 'Anderes Konto verwenden',
  expired: 'Diese Anmeldung ist abgelaufen',
  expiredHint: 'Sie war zu lange offen oder wurde anderswo abgeschlossen. Bitte neu beginnen.',
  failed: 'Das hat nicht geklappt',
  failedHint:
    'Die Anmeldeanfrage war ungültig. Bitte neu beginnen. Geschieht es wieder, senden Sie dies an Ihre Administration:',
  home: 'Zu Kaiku',
  signOut: 'Abmelden',
  signOutAsk: 'Möchten Sie sich von Kaiku abmelden?',
  signingOut: 'Sie werden abgemeldet…',
  signedOut: 'Sie sind abgemeldet',
  signedOutHint: 'Schließen Sie den Browser, wenn auch andere dieses Gerät benutzen.',
} satisfies typeof en

const texts: Readonly<Record<string, Readonly<Record<keyof typeof en, string>>>> = { en, fi, sv, de }

/** In the first language that is known: of `ui_locales`, or of an Accept-Language header by its weights. */
export function textsFor(...wishes: readonly (string | undefined)[]): ProviderText {
  const locale = bestLocale(['en', 'fi', 'sv', 'de'], ...wishes)
  return { ...(texts[locale] ?? en), locale }
}
