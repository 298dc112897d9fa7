import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withMaps } from './rooms.ts'

// npm run map: draws the rooms anew, as the code is now.
const file = join(import.meta.dirname, '../ARCHITECTURE.md')
writeFileSync(file, withMaps(readFileSync(file, 'utf8')))
