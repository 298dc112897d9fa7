import { samplesPage } from '../drill-path/at.tsx'
import { NarrowedLink, type NarrowedProps } from '../drill-path/narrowed-link.tsx'

/** A link to the list of samples of a place, narrowed. */
export const SamplesLink = (props: NarrowedProps) => <NarrowedLink page={samplesPage} {...props} />
