import type { ScalarAttribute, ScalarType } from '@content-api/model'
import type { ExplorerAttribute } from '../protocol.js'
import { componentIssues, type FindComponent, isComponentLink, writableComponents } from './component-json.js'
import { isRecord } from '../model/is-record.js'
import type { Issue } from './place-issues.js'
import { documentIn, type Related, relatedInput, sameList, type WrittenOptions } from './related.js'
import { parseJson, scalarFields, ValueProblem } from './scalar-field.js'

/** The state of the controls of one attribute, with their initial value. */
export type FieldState =
  | { readonly kind: 'text' | 'json'; readonly text: string; readonly initial: string }
  | { readonly kind: 'related'; readonly items: readonly Related[]; readonly initial: readonly Related[] }

/** The form of an entry: a field for each attribute, by its name. */
export type FormState = Readonly<Record<string, FieldState>>

/** A flat entry, or an empty object for a new entry. */
export type EntryValues = Readonly<Record<string, unknown>>

/** Returns the attributes that have a field in the form, in the order of the model. */
export function formAttributes(attributes: readonly ExplorerAttribute[]): readonly ExplorerAttribute[] {
  return attributes.filter(
    ({ name, writable }) => writable && !['publishedAt', 'locale', 'localizations'].includes(name),
  )
}

export interface FormOptions {
  readonly componentOf: FindComponent
  /** Returns the label of a related entry, from its values. */
  readonly describe: (
    attribute: ExplorerAttribute,
    value: Readonly<Record<string, unknown>>,
  ) => Pick<Related, 'label' | 'image'>
}

/** Creates the form of a loaded entry. */
export function formOf(attributes: readonly ExplorerAttribute[], values: EntryValues, options: FormOptions): FormState {
  return Object.fromEntries(attributes.map((attribute) => [attribute.name, fieldOf(attribute, values, options)]))
}

function fieldOf(
  attribute: ExplorerAttribute,
  values: EntryValues,
  { componentOf, describe }: FormOptions,
): FieldState {
  const value = Object.hasOwn(values, attribute.name) ? values[attribute.name] : null
  if (attribute.type === 'relation' || attribute.type === 'media') {
    const items = [value].flat().flatMap((one) => (isRecord(one) ? [relatedOf(one, attribute, describe)] : []))
    return { kind: 'related', items, initial: items }
  }
  const { options } = attribute
  if (isComponentLink(options)) {
    const text = scalarFields.json.toText(writableComponents(value, options, componentOf))
    return { kind: 'json', text, initial: text }
  }
  const { control, toText } = scalarFields[attribute.type as ScalarType]
  const text = toText(value)
  return { kind: control === 'json' ? 'json' : 'text', text, initial: text }
}

function relatedOf(
  value: Readonly<Record<string, unknown>>,
  attribute: ExplorerAttribute,
  describe: FormOptions['describe'],
): Related {
  // Entries of a polymorphic relation contain their type.
  const type = value['__type']
  return {
    id: Number(value['id']),
    ...documentIn(value),
    ...describe(attribute, value),
    ...(typeof type === 'string' && { type }),
  }
}

/** The result of a form: the values to send, and the fields without a valid value. */
export interface FormData {
  readonly data: Readonly<Record<string, unknown>>
  readonly problems: readonly Issue[]
}

export interface DataOptions extends WrittenOptions {
  readonly componentOf: FindComponent
}

/** Returns the changed fields of a form as the `data` of a request body. */
export function changedData(
  attributes: readonly ExplorerAttribute[],
  form: FormState,
  { componentOf, ...written }: DataOptions,
): FormData {
  const data: Record<string, unknown> = {}
  const problems: Issue[] = []
  for (const { name, options } of attributes) {
    const field = form[name]
    if (!field || !isChanged(field)) continue
    try {
      data[name] =
        field.kind === 'related'
          ? relatedInput(options, field.initial, field.items, written)
          : textValue(field.text, options, componentOf)
    } catch (error) {
      if (!(error instanceof ValueProblem)) throw error
      problems.push({ path: [name, ...error.path], message: error.message })
    }
  }
  return { data, problems }
}

function textValue(text: string, options: ExplorerAttribute['options'], componentOf: FindComponent): unknown {
  if (!isComponentLink(options)) return scalarFields[options.type as ScalarType].parse(text, options as ScalarAttribute)
  const value = text.trim() === '' ? emptyComponents(options) : parseJson(text)
  const [issue] = componentIssues(value, options, componentOf)
  if (issue) throw new ValueProblem(issue.message, issue.path)
  return value
}

/** Lists of components can't be null. */
const emptyComponents = (options: ExplorerAttribute['options']): unknown =>
  options.type === 'component' && !options.repeatable ? null : []

/** Returns whether a field has changed. The formatting of JSON does not count as a change. */
export function isChanged(field: FieldState): boolean {
  if (field.kind === 'related') return !sameList(field.items, field.initial)
  return field.text !== field.initial && !(field.kind === 'json' && isSameJson(field.text, field.initial))
}

function isSameJson(a: string, b: string): boolean {
  try {
    return JSON.stringify(JSON.parse(a)) === JSON.stringify(JSON.parse(b))
  } catch {
    return false
  }
}

export const changedNames = (form: FormState): readonly string[] =>
  Object.entries(form).flatMap(([name, field]) => (isChanged(field) ? [name] : []))

/** Returns the form after its values were saved. Passwords are cleared. */
export function asSaved(form: FormState, attributes: readonly ExplorerAttribute[]): FormState {
  const hidden = new Set(attributes.flatMap(({ name, readable }) => (readable ? [] : [name])))
  const saved = Object.entries(form).map(([name, field]): [string, FieldState] => {
    if (field.kind === 'related') return [name, { ...field, initial: field.items }]
    const text = hidden.has(name) ? '' : field.text
    return [name, { ...field, text, initial: text }]
  })
  return Object.fromEntries(saved)
}

/**
 * Applies the unsaved changes of an earlier form to the form of an entry that was loaded again. The input of
 * the user is kept, and unchanged fields get the new values.
 */
export function withChanges(form: FormState, earlier: FormState): FormState {
  const kept = Object.entries(earlier).filter(([name, field]) => isChanged(field) && form[name]?.kind === field.kind)
  const changes = kept.map(([name, field]) => [name, { ...field, initial: form[name]?.initial }] as const)
  return { ...form, ...(Object.fromEntries(changes) as FormState) }
}
