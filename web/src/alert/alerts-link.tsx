import { alertsPage } from '../drill-path/at.tsx'
import { NarrowedLink, type NarrowedProps } from '../drill-path/narrowed-link.tsx'

/** A link to the list of alerts of a place, narrowed. */
export const AlertsLink = (props: NarrowedProps) => <NarrowedLink page={alertsPage} {...props} />
