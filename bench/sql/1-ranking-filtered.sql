SELECT {{region}} c0, day >= '2026-08-01' c1,
  sumIf(sign, {{recommend}} BETWEEN 0 AND 10) c2,
  sumIf(sign, {{recommend}} BETWEEN 9 AND 10) c3,
  sumIf(sign, {{recommend}} BETWEEN 0 AND 6) c4,
  sumIf(sign, {{s1}} BETWEEN 1 AND 5) c5,
  sumIf(sign, {{s1}} BETWEEN 4 AND 5) c6,
  sumIf(sign, {{s2}} BETWEEN 1 AND 5) c7,
  sumIf(sign * {{s2}}, {{s2}} BETWEEN 1 AND 5) c8,
  sumIf(sign * {{s2}} * {{s2}}, {{s2}} BETWEEN 1 AND 5) c9,
  sumIf(sign, {{s3}} BETWEEN 1 AND 5) c10,
  sumIf(sign * {{s3}}, {{s3}} BETWEEN 1 AND 5) c11,
  sumIf(sign * {{s3}} * {{s3}}, {{s3}} BETWEEN 1 AND 5) c12,
  sum(sign) c13
FROM {{table}}
WHERE (day BETWEEN '2026-08-01' AND '2026-10-31' OR day BETWEEN '2025-08-01' AND '2025-10-31')
  AND {{channel}} IN ('channel0', 'channel1')
  AND {{line}} IN ('line1', 'line2', 'line3')
  AND {{segment}} = 'segment0'
GROUP BY c0, c1
