import { type FormEvent, useCallback, useState } from 'react'
import { Problem } from '../page/problem.tsx'
import { useService } from '../service-context.js'
import { Field } from './field.tsx'
import { type FieldIssues, issuesAtFields } from './form-issues.js'
import { RelationEditor } from './relation-editor.tsx'
import { type CountryDraft, findLanguages, findNeighbours, saveCountry } from './save-country.js'
import { useFormFocus } from './use-form-focus.js'

interface CountryFormProps {
  readonly id: number
  readonly country: CountryDraft
  readonly onSaved: () => void
  readonly onCancel: () => void
}

const texts = { name: 'Name', officialName: 'Official name', capital: 'Capital', area: 'Area in km²' } as const

/** Edits a country. The service's messages are shown at the fields, and the input is kept. */
export function CountryForm({ id, country, onSaved, onCancel }: CountryFormProps) {
  const { api } = useService()
  const [draft, setDraft] = useState(country)
  const [issues, setIssues] = useState<FieldIssues>({})
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const form = useFormFocus(issues)
  const change = (changed: Partial<CountryDraft>) => setDraft((before) => ({ ...before, ...changed }))

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setIssues({})
    setError(undefined)
    try {
      await saveCountry(api, id, country, draft)
      onSaved()
    } catch (error) {
      const found = issuesAtFields(error, Object.keys(country))
      if (found) setIssues(found)
      else setError(error)
      setBusy(false)
    }
  }
  const languages = useCallback((text: string, signal: AbortSignal) => findLanguages(api, text, signal), [api])
  const neighbours = useCallback((text: string, signal: AbortSignal) => findNeighbours(api, text, signal), [api])

  return (
    <form
      ref={form}
      className="country-form"
      noValidate
      aria-label={`Change ${country.name}`}
      onSubmit={(event) => void save(event)}
    >
      <div className="fields">
        {Object.entries(texts).map(([name, label]) => (
          <Field
            key={name}
            label={label}
            value={draft[name as keyof typeof texts]}
            issue={issues[name]}
            inputMode={name === 'area' ? 'decimal' : 'text'}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
      </div>
      <div className="relations">
        <RelationEditor
          label="Languages"
          items={draft.languages}
          issue={issues['languages']}
          find={languages}
          onChange={(items) => change({ languages: items })}
        />
        <RelationEditor
          label="Neighbours"
          items={draft.borders}
          issue={issues['borders']}
          find={neighbours}
          onChange={(items) => change({ borders: items })}
        />
      </div>
      {error !== undefined && <Problem error={error} />}
      <div className="actions">
        <button type="submit" className="primary" aria-disabled={busy}>
          {busy ? 'Saving …' : 'Save'}
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}
