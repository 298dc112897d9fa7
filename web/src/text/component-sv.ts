import type { ComponentTexts } from './text.ts'

export const componentSv: ComponentTexts = {
  'heatMap.above.before': 'tydligt över föregående period',
  'heatMap.above.rest': 'tydligt över övriga',
  'heatMap.below.before': 'tydligt under föregående period',
  'heatMap.below.rest': 'tydligt under övriga',
  'heatMap.chance': 'Kan förklaras av slumpen',
  'heatMap.clear': 'Mer än slumpen förklarar',
  'heatMap.comments': 'Kommentarer: {name}',
  'heatMap.difference.before': 'Mot föregående period',
  'heatMap.difference.rest': 'Mot övriga',
  'heatMap.keys': 'Piltangenterna går mellan cellerna, Enter öppnar en.',
  'heatMap.legend.before':
    'Färg: bättre eller sämre än helheten. ▴ ▾: tydligt över eller under föregående period, mer än slumpen förklarar.',
  'heatMap.legend.rest':
    'Färg: bättre eller sämre än helheten. ▴ ▾: tydligt över eller under övriga, mer än slumpen förklarar.',
  'heatMap.of': 'Värmekarta: {groups}',
  'heatMap.over': 'Värmekarta {groups}',
  'heatMap.only': 'Endast {name}',
  'heatMap.open': 'Öppna {name}',
  'heatMap.whole': 'Helheten',
}
