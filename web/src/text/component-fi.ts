import type { ComponentTexts } from './text.ts'

export const componentFi: ComponentTexts = {
  'heatMap.above.before': 'selvästi yli edellisen jakson',
  'heatMap.above.rest': 'selvästi yli muiden',
  'heatMap.below.before': 'selvästi alle edellisen jakson',
  'heatMap.below.rest': 'selvästi alle muiden',
  'heatMap.chance': 'Sattuma riittää selitykseksi',
  'heatMap.clear': 'Enemmän kuin sattuma selittää',
  'heatMap.comments': 'Kommentit: {name}',
  'heatMap.difference.before': 'Ero edelliseen jaksoon',
  'heatMap.difference.rest': 'Ero muihin',
  'heatMap.keys': 'Nuolinäppäimet kulkevat soluissa, Enter avaa solun.',
  'heatMap.legend.before':
    'Väri: parempi tai huonompi kuin kokonaisuus. ▴ ▾: selvästi yli tai alle edellisen jakson, enemmän kuin sattuma selittää.',
  'heatMap.legend.rest':
    'Väri: parempi tai huonompi kuin kokonaisuus. ▴ ▾: selvästi yli tai alle muiden, enemmän kuin sattuma selittää.',
  'heatMap.of': 'Lämpökartta: {groups}',
  'heatMap.over': 'Lämpökartta {groups}',
  'heatMap.only': 'Vain {name}',
  'heatMap.open': 'Avaa {name}',
  'heatMap.whole': 'Kokonaisuus',
}
