import type { Definition } from '@kaiku/contract/definition.ts'
import { standardTopics } from '@kaiku/core/topic-title.ts'
import { commentQuestions, commentTopicId, commentTopicKinds } from '../topic/comment-topic-question.ts'
import { type Against, checkKnown, checkUnique } from './question-check.ts'

const file = 'topics.json'

export function checkTopics(definition: Definition, against: Against): void {
  const { topics, leaveOut } = definition.topics
  const standard = new Set(Object.keys(standardTopics))
  leaveOut.forEach((id, i) => {
    checkKnown(against, file, ['leaveOut', i], 'a standard topic', id, standard)
  })
  checkUnique(
    against,
    file,
    topics.map(({ id }, i) => ({ id, place: ['topics', i, 'id'] })),
  )
  topics.forEach(({ id, title }, i) => {
    if (title === undefined && !standard.has(id))
      against(file, ['topics', i, 'title'], 'a title, since this is no standard topic', 'nothing')
  })
  const heard = new Set(
    commentQuestions(definition).flatMap(({ id }) => commentTopicKinds.map((kind) => commentTopicId(id, kind))),
  )
  definition.questions.forEach(({ id }, i) => {
    if (heard.has(id))
      against('questions.json', ['questions', i, 'id'], 'another name: comments answer by this one', `"${id}"`)
  })
}
