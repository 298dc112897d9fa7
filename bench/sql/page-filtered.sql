SELECT toStartOfMonth(day) c0,
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
WHERE {{channel}} = 'channel2'
GROUP BY c0
ORDER BY c0;

SELECT {{s1}} c0, sum(sign) c1
FROM {{table}}
WHERE {{channel}} = 'channel2'
GROUP BY c0;

SELECT {{region}} c0,
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
WHERE {{channel}} = 'channel2'
GROUP BY c0
