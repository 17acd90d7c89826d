import { type InputHTMLAttributes, useId } from 'react'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly label: string
  readonly issue?: string | undefined
  readonly onChange: (value: string) => void
}

/** A text field with its label and the service's messages. */
export function Field({ label, issue, onChange, ...input }: FieldProps) {
  const id = useId()
  return (
    <div className={issue ? 'field has-issue' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        aria-invalid={issue ? true : undefined}
        aria-describedby={issue ? `${id}-issue` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {issue && (
        <p className="issue" id={`${id}-issue`}>
          {issue}
        </p>
      )}
    </div>
  )
}
