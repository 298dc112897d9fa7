import { useLook } from './brand.ts'
import css from './brand-logo.module.css'
import { Logo } from './logo.tsx'

/** The universe's logo, else Kaiku's. `size`: its height in pixels. */
export function BrandLogo({ size }: { size: number }) {
  const { logo } = useLook()
  return logo === '' ? <Logo size={size} /> : <img src={logo} alt="" height={size} className={css.logo} />
}
