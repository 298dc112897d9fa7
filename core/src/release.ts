/** The version of this Kaiku, as in `package.json`. */
export const release = '0.1.0'
