SELECT toStartOfMonth(day) c0,
  countIf({{recommend}} BETWEEN 0 AND 10) c2,
  countIf({{recommend}} BETWEEN 9 AND 10) c3,
  countIf({{recommend}} BETWEEN 0 AND 6) c4,
  count() c13
FROM {{table}} FINAL
WHERE {{channel}} = 'channel2'
GROUP BY c0
ORDER BY c0
