/** An echo: a wall and three waves coming back. */
export const Logo = ({ size = 34 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 34 34" aria-hidden="true">
    <g fill="none" stroke="var(--primary)" strokeWidth="3" strokeLinecap="round">
      <path d="M7 6v22" />
      <path d="M14 12c4 3 4 7 0 10" />
      <path d="M20 8c7 5 7 13 0 18" opacity=".55" />
      <path d="M26 4c10 8 10 18 0 26" opacity=".25" />
    </g>
  </svg>
)
