import type { Page } from 'playwright-core'
import type { Reached } from './kaiku.ts'

/** Sign-ins of the sample's people, as the start prints them: passwords by user name. */
export function readSignIns(printed: string): Map<string, string> {
  const lines = printed.matchAll(/^ {2}(\w+) +((?:\w{4}-){3}\w{4}) /gm)
  return new Map([...lines].map(([, name = '', password = '']) => [name, password]))
}

/** Enters user name and password on the login page, and waits for nothing. */
export async function enterPassword(page: Page, username: string, password: string) {
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The account menu's item of this name. */
export async function choose(page: Page, item: string) {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menu', { name: 'Account' }).getByRole('menuitem', { name: item }).click()
}

type Mail = { recipient: string; subject: string; text: string }

/** The newest mail to somebody with such a subject, waited for: it is sent after the call that asks for it was answered. */
export async function mailTo(running: Reached, recipient: string, subject = /./): Promise<Mail> {
  for (let tries = 0; tries < 600; tries += 1) {
    const mails = (await (await fetch(`${running.address}/dev/mail.json`)).json()) as Mail[]
    const found = mails.find((mail) => mail.recipient === recipient && subject.test(mail.subject))
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no mail to ${recipient}`)
}
