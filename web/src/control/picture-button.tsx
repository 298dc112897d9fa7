import { useRef } from 'react'
import { Button } from './control.tsx'

/**
 * Chooses a PNG or JPEG of at most so many bytes, which comes as a `data:` address. `onWrong`: whether what was chosen is
 * neither, or too large.
 */
export function PictureButton({
  label,
  text,
  largest,
  onPicture,
  onWrong,
}: {
  label: string
  text: string
  largest: number
  onPicture: (data: string) => void
  onWrong: (isWrong: boolean) => void
}) {
  const file = useRef<HTMLInputElement>(null)
  const choose = (picked: File | undefined) => {
    if (!picked) return
    const isPicture = ['image/png', 'image/jpeg'].includes(picked.type) && picked.size <= largest
    onWrong(!isPicture)
    if (!isPicture) return
    const reader = new FileReader()
    reader.onload = () => typeof reader.result === 'string' && onPicture(reader.result)
    reader.readAsDataURL(picked)
  }
  return (
    <>
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg"
        aria-label={label}
        hidden
        onChange={({ target }) => choose(target.files?.[0])}
      />
      <Button onClick={() => file.current?.click()}>{text}</Button>
    </>
  )
}
