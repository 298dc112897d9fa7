SELECT toStartOfMonth(day) c0,
  countIf({{recommend}} BETWEEN 0 AND 10) c2,
  countIf({{recommend}} BETWEEN 9 AND 10) c3,
  countIf({{recommend}} BETWEEN 0 AND 6) c4,
  countIf({{s1}} BETWEEN 1 AND 5) c5,
  countIf({{s1}} BETWEEN 4 AND 5) c6,
  countIf({{s2}} BETWEEN 1 AND 5) c7,
  sumIf({{s2}}, {{s2}} BETWEEN 1 AND 5) c8,
  sumIf({{s2}} * {{s2}}, {{s2}} BETWEEN 1 AND 5) c9,
  countIf({{s3}} BETWEEN 1 AND 5) c10,
  sumIf({{s3}}, {{s3}} BETWEEN 1 AND 5) c11,
  sumIf({{s3}} * {{s3}}, {{s3}} BETWEEN 1 AND 5) c12,
  count() c13
FROM {{table}} FINAL
WHERE {{region}} = {{leaf}}
GROUP BY c0
ORDER BY c0
