import css from './skeleton.module.css'

/** A quiet stand-in of the size of what will come, so that nothing jumps. */
export const Skeleton = ({ height, width }: { height: number; width?: string }) => (
  <div className={css.skeleton} style={{ height, width }} />
)
