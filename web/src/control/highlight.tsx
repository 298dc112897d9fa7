/** A sentence whose `**bold**` marks are shown as bold. Everything else is text, whatever it holds. */
export const Highlight = ({ text }: { text: string }) => (
  <>
    {text.split('**').map((part, index) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other identity
      index % 2 === 1 ? <b key={index}>{part}</b> : part,
    )}
  </>
)
