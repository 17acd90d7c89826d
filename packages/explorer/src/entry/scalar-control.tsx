import type { ScalarType } from '@content-api/model'
import { JsonEditor } from '../json-editor/json-editor.tsx'
import type { ControlProps } from './field-parts.tsx'
import { plain, type ScalarField, scalarFields } from './scalar-field.js'

interface ScalarControlProps extends ControlProps {
  readonly text: string
  readonly onChange: (text: string) => void
}

/** The control of a scalar attribute, or of components (edited as JSON). */
export function ScalarControl(props: ScalarControlProps) {
  const { attribute, text, onChange, id, isReadOnly, describedBy, isInvalid } = props
  const field: ScalarField | undefined = scalarFields[attribute.type as ScalarType]
  // A single-line input would remove the line breaks of a value.
  const isLong = field?.control === 'line' && text.includes('\n')
  const control = isLong ? 'lines' : (field?.control ?? 'json')
  const common = {
    id,
    value: text,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid || undefined,
    'aria-required': attribute.options.required || undefined,
  }
  if (control === 'json') return <JsonControl {...props} />
  if (control === 'choice') {
    return (
      <select {...common} className="select" disabled={isReadOnly} onChange={({ target }) => onChange(target.value)}>
        <option value="">{emptyText(attribute)}</option>
        {choicesOf(attribute, text).map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    )
  }
  if (control === 'lines') {
    return (
      <textarea
        {...common}
        className="textarea"
        rows={attribute.type === 'richtext' ? 10 : 4}
        readOnly={isReadOnly}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  }
  return (
    <div className="row">
      <input
        {...common}
        {...inputOf(control, attribute.type, text)}
        className="input entry-input"
        readOnly={isReadOnly}
        onChange={({ target }) => onChange(target.value)}
      />
      {field?.unit !== undefined && <span className="hint">{field.unit}</span>}
    </div>
  )
}

function JsonControl({ attribute, text, onChange, id, isReadOnly }: ScalarControlProps) {
  return (
    <div id={id} className="entry-json">
      <JsonEditor label={attribute.name} value={text} onChange={onChange} readOnly={isReadOnly} />
    </div>
  )
}

/** Labels the empty choice. A new entry gets the default if this choice stays selected. */
function emptyText({ options }: ControlProps['attribute']): string {
  return 'default' in options && options.default !== undefined && options.default !== null
    ? `not set, ${plain(options.default)} by default`
    : 'not set'
}

/** Returns the choices, including the current value if the model no longer allows it. */
function choicesOf({ type, options }: ControlProps['attribute'], text: string): readonly string[] {
  const allowed = type === 'boolean' ? ['true', 'false'] : 'enum' in options ? (options.enum ?? []) : []
  return text === '' || allowed.includes(text) ? allowed : [text, ...allowed]
}

/** Returns the step: browsers only show fractions of a second if the step allows them. */
const stepOf = (text: string): string => (text.includes('.') ? '0.001' : '1')

function inputOf(control: ScalarField['control'], type: string, text: string) {
  if (control === 'number') return { type: 'text', inputMode: 'decimal', autoComplete: 'off' } as const
  if (control === 'password') return { type: 'password', autoComplete: 'new-password' } as const
  if (control === 'date') return { type: 'date' } as const
  if (control === 'time') return { type: 'time', step: stepOf(text) } as const
  if (control === 'datetime') return { type: 'datetime-local', step: stepOf(text) } as const
  // Not `type="email"`: the server checks addresses, with other rules than browsers.
  return { type: 'text', autoComplete: 'off', ...(type === 'email' && ({ inputMode: 'email' } as const)) } as const
}
