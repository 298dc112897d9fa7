SELECT toStartOfMonth(day) c0,
  sumIf(sign, {{recommend}} BETWEEN 0 AND 10) c2,
  sumIf(sign, {{recommend}} BETWEEN 9 AND 10) c3,
  sumIf(sign, {{recommend}} BETWEEN 0 AND 6) c4,
  sum(sign) c13
FROM {{table}}
WHERE {{channel}} = 'channel2'
GROUP BY c0
ORDER BY c0
