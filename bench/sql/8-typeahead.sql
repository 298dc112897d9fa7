SELECT {{storeCode}} c0
FROM {{table}}
WHERE {{storeCode}} LIKE '%042%'
GROUP BY c0
HAVING sum(sign) > 0
LIMIT 50
