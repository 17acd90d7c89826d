import type { ExplorerAttribute } from '../protocol.js'
import type { QueryValue } from '../state/query.js'
import { operandOf, valuesOf } from './operators.js'

interface OperandInputProps {
  readonly attribute: ExplorerAttribute | undefined
  readonly operator: string
  readonly value: QueryValue | null
  readonly onChange: (value: QueryValue | null) => void
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
}

/** The value of an operator: one input, two inputs, one value in each line, or yes and no. */
export function OperandInput(props: OperandInputProps) {
  const { operator, value, onChange, describedBy, isInvalid } = props
  const common = { 'aria-describedby': describedBy, 'aria-invalid': isInvalid || undefined }
  const operand = operandOf(operator)
  if (operand === 'flag') {
    return (
      <select
        className="select"
        aria-label="Yes or no"
        value={value === 'false' ? 'false' : 'true'}
        onChange={({ target }) => onChange(target.value)}
        {...common}
      >
        <option value="true">yes</option>
        <option value="false">no</option>
      </select>
    )
  }
  const choices = choicesOf(props.attribute)
  if (operand === 'many' && choices) {
    const chosen = valuesOf(value)
    const all = [...choices, ...chosen.filter((one) => !choices.includes(one))]
    return (
      <span className="row choices-row">
        {all.map((choice) => (
          <label key={choice} className="checkbox">
            <input
              type="checkbox"
              checked={chosen.includes(choice)}
              onChange={({ target }) => {
                const next = all.filter((one) => (one === choice ? target.checked : chosen.includes(one)))
                onChange(next.length === 0 ? null : next)
              }}
              {...common}
            />
            {choice}
          </label>
        ))}
      </span>
    )
  }
  if (operand === 'many') {
    const lines = typeof value === 'string' ? value : valuesOf(value).join('\n')
    return (
      <textarea
        className="textarea lines"
        aria-label="Values, one on each line"
        placeholder="One on each line"
        rows={Math.min(6, Math.max(2, lines.split('\n').length))}
        value={lines}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value.split('\n'))}
        {...common}
      />
    )
  }
  if (operand === 'two') {
    const [from = '', to = ''] = valuesOf(value)
    const change = (pair: readonly string[]) => onChange(pair.every((one) => one === '') ? null : pair)
    return (
      <span className="path">
        <OneInput {...props} label="From" value={from} onChange={(one) => change([one ?? '', to])} />
        <OneInput {...props} label="To" value={to} onChange={(one) => change([from, one ?? ''])} />
      </span>
    )
  }
  return <OneInput {...props} label="Value" value={typeof value === 'string' ? value : ''} />
}

const placeholders: Readonly<Record<string, string>> = {
  datetime: '2026-01-31T09:30:00.000Z',
  timestamp: '2026-01-31T09:30:00.000Z',
  date: '2026-01-31',
  time: '09:30:00',
  integer: '0',
  biginteger: '0',
  decimal: '0.0',
  float: '0.0',
}

interface OneInputProps extends Omit<OperandInputProps, 'value' | 'onChange'> {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string | null) => void
}

function OneInput({ label, attribute, value, onChange, describedBy, isInvalid }: OneInputProps) {
  const common = { 'aria-label': label, 'aria-describedby': describedBy, 'aria-invalid': isInvalid || undefined, value }
  const choices = choicesOf(attribute)
  if (choices) {
    return (
      <select className="select" onChange={({ target }) => onChange(target.value || null)} {...common}>
        {!choices.includes(value) && <option value={value}>{value === '' ? 'Choose' : value}</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    )
  }
  const type = attribute?.type ?? 'string'
  const placeholder = placeholders[type]
  // An empty string is a valid value of a text, but not of a number.
  const isText = placeholder === undefined
  return (
    <input
      className="input operand"
      type={type === 'date' ? 'date' : 'text'}
      placeholder={placeholder}
      spellCheck={false}
      onChange={({ target }) => onChange(target.value === '' && !isText ? null : target.value)}
      {...common}
    />
  )
}

function choicesOf(attribute: ExplorerAttribute | undefined): readonly string[] | null {
  if (attribute?.type === 'boolean') return ['true', 'false']
  const options = attribute?.options
  return options?.type === 'enumeration' ? (options.enum ?? null) : null
}
