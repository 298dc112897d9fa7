import { keptFiles } from '../upload/kept-file.ts'
import { forgetNewSurveys } from './new-survey.store.ts'

const files = keptFiles('new-survey')
export const keptFile = files.pathOf
export const keepFile = files.keep
export const removeFile = files.remove
export const newSurveysForgotten = files.forgotten('new surveys', forgetNewSurveys)
