import { openStores } from '../db/stores.ts'
import { startOutbox } from '../mail/outbox.ts'
import { checkCampaignMail, startCampaigns } from './campaign-work.ts'

/** Who sends campaigns, in a process of its own, over the stores of the process that owns the data directory. */
const [data = '', smtpUrl = ''] = process.argv.slice(2)
const stores = await openStores({ data, own: 'may' })
const log = (line: string) => process.stderr.write(`${line}\n`)
const mail = { smtpUrl, from: { name: 'Kaiku', address: 'kaiku@example.com' }, bounces: null, dkim: null }
startCampaigns(stores, log, { publicUrl: 'https://kaiku.example.com', mail })
startOutbox(stores, log, { mail }, checkCampaignMail)
