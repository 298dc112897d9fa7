SELECT number, day, leaves, answers, original, tags, quality
FROM interview
WHERE id = '{{interview}}'
