import css from './skeleton.module.css'

declare module 'react' {
  interface CSSProperties {
    '--height'?: string
    '--narrow'?: string
  }
}

/** A quiet stand-in of the size of what will come, so that nothing jumps. `narrow`: as tall on a phone. */
export const Skeleton = ({ height, narrow = height, width }: { height: number; narrow?: number; width?: string }) => (
  <div className={css.skeleton} style={{ '--height': `${height}px`, '--narrow': `${narrow}px`, width }} />
)
