/** Texts of components that few pages have. */
export const componentEn = {
  'heatMap.above.before': 'clearly above the period before',
  'heatMap.above.rest': 'clearly above the rest',
  'heatMap.below.before': 'clearly below the period before',
  'heatMap.below.rest': 'clearly below the rest',
  'heatMap.chance': 'No more than chance explains',
  'heatMap.clear': 'More than chance explains',
  'heatMap.comments': 'Comments: {name}',
  'heatMap.difference.before': 'To the period before',
  'heatMap.difference.rest': 'To the rest',
  'heatMap.keys': 'Arrow keys walk the cells, Enter opens one.',
  'heatMap.legend.before':
    'Colour: better or worse than the whole. ▴ ▾: clearly above or below the period before, more than chance explains.',
  'heatMap.legend.rest':
    'Colour: better or worse than the whole. ▴ ▾: clearly above or below the rest, more than chance explains.',
  'heatMap.of': 'Heat map by {groups}',
  'heatMap.over': 'Heat map {groups}',
  'heatMap.only': 'Only {name}',
  'heatMap.open': 'Open {name}',
  'heatMap.whole': 'Whole',
}
