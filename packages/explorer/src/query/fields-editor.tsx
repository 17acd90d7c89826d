import { isLink, readableOf, type Schema } from '../model/model-index.js'
import { namesIn, type QueryValue } from '../state/query.js'

interface FieldsEditorProps {
  readonly schema: Schema
  readonly fields: QueryValue | undefined
  readonly onChange: (fields: QueryValue | undefined) => void
  readonly label: string
}

/** Chooses attributes. Choosing all is the same as choosing none. `id` is always in the response. */
export function FieldsEditor({ schema, fields, onChange, label }: FieldsEditorProps) {
  const names = readableOf(schema).flatMap((one) => (isLink(one) || one.name === 'id' ? [] : [one.name]))
  const chosen = namesIn(fields)
  const isAll = fields === undefined || chosen.includes('*')
  const unknown = isAll ? [] : chosen.filter((name) => name !== 'id' && !names.includes(name))
  const toggle = (name: string, isOn: boolean) => {
    const before = isAll ? names : chosen.filter((one) => one !== 'id')
    const next = isOn ? [...before, name] : before.filter((one) => one !== name)
    const all = names.every((one) => next.includes(one)) && next.length === names.length
    onChange(all ? undefined : next.length === 0 ? ['id'] : next)
  }
  return (
    <fieldset>
      <legend className="label">{label}</legend>
      <div className="row choices-row">
        {[...names, ...unknown].map((name) => (
          <label key={name} className="checkbox">
            <input
              type="checkbox"
              checked={isAll || chosen.includes(name)}
              onChange={({ target }) => toggle(name, target.checked)}
            />
            {name}
          </label>
        ))}
        {names.length > 3 && (
          <button type="button" className="button small quiet" onClick={() => onChange(isAll ? ['id'] : undefined)}>
            {isAll ? 'None' : 'All'}
          </button>
        )}
      </div>
    </fieldset>
  )
}
