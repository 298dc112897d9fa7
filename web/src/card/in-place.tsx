/**
 * A short text that is replaced, not moved, by the next one: the browser counts it as a layout shift when letters that
 * stay begin elsewhere, as those of a number that is aligned at its end do.
 */
export const InPlace = ({ text, className }: { text: string; className?: string | undefined }) => (
  <span key={text} className={className}>
    {text}
  </span>
)
