import type { ComponentTexts } from './text.ts'

export const componentDe: ComponentTexts = {
  'heatMap.above.before': 'deutlich über dem Zeitraum davor',
  'heatMap.above.rest': 'deutlich über den übrigen',
  'heatMap.below.before': 'deutlich unter dem Zeitraum davor',
  'heatMap.below.rest': 'deutlich unter den übrigen',
  'heatMap.chance': 'Kann Zufall sein',
  'heatMap.clear': 'Mehr als Zufall',
  'heatMap.comments': 'Kommentare: {name}',
  'heatMap.difference.before': 'Zum Zeitraum davor',
  'heatMap.difference.rest': 'Zu den übrigen',
  'heatMap.keys': 'Pfeiltasten gehen durch die Zellen, die Eingabetaste öffnet eine.',
  'heatMap.legend.before':
    'Farbe: besser oder schlechter als das Ganze. ▴ ▾: deutlich über oder unter dem Zeitraum davor, mehr als Zufall.',
  'heatMap.legend.rest':
    'Farbe: besser oder schlechter als das Ganze. ▴ ▾: deutlich über oder unter den übrigen, mehr als Zufall.',
  'heatMap.of': 'Heatmap: {groups}',
  'heatMap.over': 'Heatmap {groups}',
  'heatMap.only': 'Nur {name}',
  'heatMap.open': '{name} öffnen',
  'heatMap.whole': 'Ganzes',
}
