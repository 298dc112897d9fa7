/** Stands in the address while no file is chosen. */
export const noFile = 'file'
