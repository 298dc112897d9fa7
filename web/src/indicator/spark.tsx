import { spark } from '@kaiku/contract/small-plot.ts'
import { Drawn } from '../chart/drawing.tsx'

type Props = { values: readonly (number | null)[]; width?: number; height?: number; tone?: 'plain' | 'bad' }

/** A small line of values over time. It repeats what stands beside it in words. */
export const Spark = ({ values, width = 86, height = 26, tone = 'plain' }: Props) => (
  <Drawn drawing={spark(values, { width, height, tone })} />
)
