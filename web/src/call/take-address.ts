/** Hands the file at an address to the browser, which writes it to the disk as it comes. */
export function takeAddress(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
