SELECT id c0, day c1, {{recommend}} c2, {{s2}} c3, {{s3}} c4
FROM {{table}}
WHERE {{region}} = {{leaf}}
GROUP BY c0, c1, c2, c3, c4
HAVING sum(sign) > 0
ORDER BY c1 DESC, c0 DESC
LIMIT 50
