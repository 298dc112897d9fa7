SELECT DISTINCT {{storeCode}} c0
FROM {{table}} FINAL
WHERE {{storeCode}} LIKE '%042%'
LIMIT 50
