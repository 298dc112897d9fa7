import { Fault } from '@kaiku/core/fault.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { Universe } from '../universe/universe.ts'
import { findSurvey, listSurveys } from './survey.ts'

/** A survey for the command line. Throws Fault `not_found` that names the universe and the surveys it has. */
export async function chooseSurvey(stores: Stores, { id, name }: Universe, extName: string): Promise<Dictionary> {
  try {
    return await findSurvey(stores, id, extName)
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'not_found')) throw error
    const known = (await listSurveys(stores, id)).map((one) => one.extName)
    const there = known.length > 0 ? `There are: ${known.join(', ')}.` : 'It has none yet; kaiku apply DIR makes one.'
    throw new Fault('not_found', `There is no survey ${extName} in the universe ${name}. ${there}`)
  }
}
