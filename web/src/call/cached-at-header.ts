/** Says in an answer from memory when it came from the server, in milliseconds since 1970. */
export const cachedAtHeader = 'kaiku-kept-at'
