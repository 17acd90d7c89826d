import { type FormEvent, useState } from 'react'
import { Field } from '../edit/field.tsx'
import { type FieldIssues, issuesAtFields } from '../edit/form-issues.js'
import { useFormFocus } from '../edit/use-form-focus.js'
import { Problem } from '../page/problem.tsx'
import { useService } from '../service-context.js'
import { addCity, type CityDraft } from './find-cities.js'

interface CityFormProps {
  readonly code: string
  readonly onAdded: (name: string) => void
  readonly onCancel: () => void
}

const texts = { name: 'Name', latitude: 'Latitude', longitude: 'Longitude' } as const

export function CityForm({ code, onAdded, onCancel }: CityFormProps) {
  const { api } = useService()
  const [draft, setDraft] = useState<CityDraft>({ name: '', latitude: '', longitude: '' })
  const [issues, setIssues] = useState<FieldIssues>({})
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const form = useFormFocus(issues)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setIssues({})
    setError(undefined)
    try {
      await addCity(api, code, draft)
      onAdded(draft.name)
    } catch (error) {
      const found = issuesAtFields(error, Object.keys(texts))
      if (found) setIssues(found)
      else setError(error)
      setBusy(false)
    }
  }
  return (
    <form ref={form} className="city-form" noValidate aria-label="Add a city" onSubmit={(event) => void add(event)}>
      <div className="fields">
        {Object.entries(texts).map(([name, label]) => (
          <Field
            key={name}
            label={label}
            value={draft[name as keyof CityDraft]}
            issue={issues[name]}
            inputMode={name === 'name' ? 'text' : 'decimal'}
            onChange={(value) => setDraft((before) => ({ ...before, [name]: value }))}
          />
        ))}
      </div>
      {error !== undefined && <Problem error={error} />}
      <div className="actions">
        <button type="submit" className="primary" aria-disabled={busy}>
          Add
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}
