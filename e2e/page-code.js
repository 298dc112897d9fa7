// Runs in the page, which has pdf.js and jsQR. What the QR code on a page of a PDF says, as a camera reads it from one
// distance after the other; null: none.
globalThis.codeOnPage = async (bytes, number) => {
  const data = Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))
  const page = await (await pdfjsLib.getDocument({ data }).promise).getPage(number)
  for (const scale of [3, 2, 4, 2.5]) {
    const viewport = page.getViewport({ scale })
    const canvas = Object.assign(document.createElement('canvas'), { width: viewport.width, height: viewport.height })
    await page.render({ canvas, viewport }).promise
    const seen = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    const found = jsQR(seen.data, seen.width, seen.height)?.data
    if (found) return found
  }
  return null
}
