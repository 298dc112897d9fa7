import type { Identity } from '@kaiku/contract/session.ts'
import { joinHits } from '../analytics/hit.ts'
import { suggestTheme } from '../browser/theme.ts'
import { setSession } from '../session/session.ts'
import { forgetSession, keepSession } from '../session/stored-session.ts'
import { suggestLocale } from '../text/text.ts'

/** From here on everything is asked for as this viewer. */
export async function begin(identity: Identity, remember: boolean) {
  if (identity.mode === 'session') keepSession(identity.authToken, remember)
  else forgetSession()
  suggestTheme(identity.theme)
  await suggestLocale(identity.locale)
  setSession({ state: 'signedIn', identity })
  void joinHits()
}
