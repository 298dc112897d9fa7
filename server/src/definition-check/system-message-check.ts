import type { Definition } from '@kaiku/contract/definition.ts'
import { contrast, leastContrast, readColour } from '@kaiku/core/colour.ts'
import type { Against } from './question-check.ts'

/** A message that cannot be read is none. */
export function checkSystemMessage({ systemMessage }: Definition, against: Against): void {
  if (systemMessage === null) return
  const [text, background] = [readColour(systemMessage.textColor), readColour(systemMessage.backgroundColor)]
  if (!text || !background) return
  const ratio = contrast(text, background)
  if (ratio >= leastContrast) return
  const expected = `a colour with a contrast of at least ${leastContrast} to the background`
  against('system-message.json', ['textColor'], expected, `${systemMessage.textColor}, ${ratio.toFixed(1)}`)
}
