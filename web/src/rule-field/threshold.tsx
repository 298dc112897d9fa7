import css from './rule-editor.module.css'

type Props = {
  label: string
  /** As it is read out and shown beside. */
  text: string
  value: number
  min: number
  max: number
  step: number
  onChange: (value: number) => void
}

/** A limit that is drawn along its scale, while the alerts beside follow. */
export const Threshold = ({ label, text, value, min, max, step, onChange }: Props) => (
  <label className={css.threshold}>
    <span>
      {label} <output>{text}</output>
    </span>
    <input
      type="range"
      aria-label={label}
      aria-valuetext={text}
      {...{ min, max, step, value }}
      onChange={({ target }) => onChange(target.valueAsNumber)}
    />
  </label>
)
