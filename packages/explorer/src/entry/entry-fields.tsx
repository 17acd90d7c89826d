import { MediaControl } from '../media/media-control.tsx'
import type { ExplorerAttribute } from '../protocol.js'
import { isComponentLink } from './component-json.js'
import { FieldFrame } from './field-parts.tsx'
import { type FieldState, type FormState, isChanged } from './form.js'
import type { PlacedIssues } from './place-issues.js'
import { isToMany, leadsAnywhere, type Related } from './related.js'
import { RelatedControl } from './related-control.tsx'
import { ScalarControl } from './scalar-control.tsx'

interface EntryFieldsProps {
  /** The prefix of all element ids. */
  readonly formId: string
  readonly attributes: readonly ExplorerAttribute[]
  readonly form: FormState
  readonly issues: PlacedIssues
  readonly isReadOnly: boolean
  readonly locale: string
  readonly onChange: (name: string, field: FieldState) => void
}

/** The fields of an entry, in the order of the model. */
export function EntryFields({ formId, attributes, form, issues, ...rest }: EntryFieldsProps) {
  return (
    <>
      {attributes.map((attribute) => {
        const field = form[attribute.name]
        if (!field) return null
        const isGroup = isComponentLink(attribute.options) || isListed(attribute) || field.kind === 'json'
        return (
          <FieldFrame
            key={attribute.name}
            attribute={attribute}
            id={fieldId(formId, attribute.name)}
            issues={issues.byField[attribute.name] ?? []}
            isChanged={isChanged(field)}
            isGroup={isGroup}
          >
            {(frame) => <Control {...frame} {...rest} attribute={attribute} field={field} />}
          </FieldFrame>
        )
      })}
    </>
  )
}

const isListed = ({ type, options }: ExplorerAttribute): boolean =>
  type === 'media' || (type === 'relation' && (isToMany(options) || leadsAnywhere(options)))

interface ControlOptions extends Pick<EntryFieldsProps, 'isReadOnly' | 'locale' | 'onChange'> {
  readonly attribute: ExplorerAttribute
  readonly field: FieldState
  readonly id: string
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
}

function Control({ field, onChange, locale, ...shared }: ControlOptions) {
  const { attribute } = shared
  if (field.kind !== 'related') {
    return (
      <ScalarControl {...shared} text={field.text} onChange={(text) => onChange(attribute.name, { ...field, text })} />
    )
  }
  const changeItems = (items: readonly Related[]) => onChange(attribute.name, { ...field, items })
  if (attribute.type === 'media') return <MediaControl {...shared} items={field.items} onChange={changeItems} />
  return <RelatedControl {...shared} items={field.items} locale={locale} onChange={changeItems} />
}

export const fieldId = (formId: string, name: string): string => `${formId}-field-${name}`

/** Moves the focus to the control of a field. */
export function focusField(formId: string, name: string): void {
  const element = document.getElementById(fieldId(formId, name))
  const editor = element?.querySelector('.json-editor')?.shadowRoot?.querySelector<HTMLElement>('.cm-content')
  const control =
    editor ?? (element?.matches('input, select, textarea, button') ? element : element?.querySelector('button'))
  control?.focus()
  element?.scrollIntoView({ block: 'center' })
}
