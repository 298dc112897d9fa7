import { BrandLogo } from '../control/brand-logo.tsx'
import css from './big-screen.module.css'

/** A screen that has no figures to show, and why. */
export const BlankScreen = ({ title, why }: { title: string; why?: string }) => (
  <main className={css.blank}>
    <BrandLogo size={76} />
    <h1 role="status">{title}</h1>
    {why !== undefined && <p>{why}</p>}
  </main>
)
