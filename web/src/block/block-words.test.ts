import { definitionFiles } from '@kaiku/contract/definition.ts'
import { expect, it } from 'vitest'
import { blockEn } from '../text/block-en.ts'
import { blockPurpose, blockTitle } from './block-words.ts'

it.each(Object.keys(definitionFiles))('%s has a name and says what it is for', (file) => {
  const asked: string[] = []
  const note = ((key: string) => asked.push(key)) as never
  blockTitle(file, note)
  blockPurpose(file, note)
  expect(asked).toHaveLength(2)
  expect(asked.filter((key) => !Object.hasOwn(blockEn, key))).toEqual([])
})
