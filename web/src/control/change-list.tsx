import css from './change-list.module.css'

/** Something that changes, with what stood there and what will. */
export type Changed = { readonly where: string; readonly before: readonly string[]; readonly after: readonly string[] }

/** What publishing changes, old beside new. */
export const ChangeList = ({ changes }: { changes: readonly Changed[] }) => (
  <ul className={css.changes}>
    {changes.map(({ where, before, after }) => (
      <li key={`${where} ${before.join()} ${after.join()}`}>
        <b>{where}</b>
        {before.map((text) => (
          <del key={text} dir="auto">
            {text}
          </del>
        ))}
        {after.map((text) => (
          <ins key={text} dir="auto">
            {text}
          </ins>
        ))}
      </li>
    ))}
  </ul>
)
