import type { ShownMessage } from '@kaiku/contract/system-message.ts'
import { type Importance, importances, mayClose } from '@kaiku/core/system-message.ts'
import { useQuery } from '@tanstack/react-query'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { closeMessage, useClosedMessages } from './closed-message.ts'
import { openMessagesQuery, shownMessagesQuery } from './system-message.queries.ts'
import { type BarMessage, SystemMessageBar } from './system-message.tsx'

type Bar = { id: string; importance: Importance; message: BarMessage }

const barOf = (message: ShownMessage): Bar => ({ id: message.messageId, importance: message.importance, message })
const rank = ({ importance }: Bar) => importances.indexOf(importance)

/** What is said to the viewer over the screens of the open survey: by its own file, by the universe and by the operator. */
export function MessageBars() {
  const { universe } = useIdentity()
  const { survey } = useSurvey()
  const { data } = useQuery(shownMessagesQuery(universe, survey.extName))
  const own = survey.systemMessage
  const ofSurvey: readonly Bar[] =
    own === null ? [] : [{ id: `survey ${universe} ${survey.extName}`, importance: 'important', message: own }]
  const bars = [...(data?.messages ?? []).map(barOf), ...ofSurvey]
  return <Bars bars={bars.sort((a, b) => rank(a) - rank(b))} />
}

/** What is said to whoever has yet to sign in. */
export function OpenMessageBars() {
  const { data } = useQuery(openMessagesQuery)
  return <Bars bars={(data?.messages ?? []).map(barOf)} />
}

/** What comes later is read out by screen readers; what was closed stays away until it says something else. */
function Bars({ bars }: { bars: readonly Bar[] }) {
  const isClosed = useClosedMessages()
  const shown = bars.filter(({ id, importance, message }) => !mayClose(importance) || !isClosed(id, message))
  return (
    <div aria-live="polite" data-screen-only>
      {shown.map(({ id, importance, message }) => (
        <SystemMessageBar
          key={id}
          message={message}
          onClose={mayClose(importance) ? () => closeMessage(id, message) : undefined}
        />
      ))}
    </div>
  )
}
