import type { ReactNode } from 'react'
import type { ExplorerAttribute } from '../protocol.js'
import { type Issue, pathText } from './place-issues.js'
import { isToMany, leadsAnywhere } from './related.js'

/** The properties of every control of a form. */
export interface ControlProps {
  readonly attribute: ExplorerAttribute
  /** The id of the element that gets the focus. */
  readonly id: string
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
  readonly isReadOnly: boolean
}

interface FieldFrameProps {
  readonly attribute: ExplorerAttribute
  readonly id: string
  readonly issues: readonly Issue[]
  readonly isChanged: boolean
  /** True for a group of controls, whose name is a legend. */
  readonly isGroup: boolean
  readonly children: (props: Pick<ControlProps, 'id' | 'describedBy' | 'isInvalid'>) => ReactNode
}

/** The name of an attribute, its control and the problems of its value. */
export function FieldFrame({ attribute, id, issues, isChanged, isGroup, children }: FieldFrameProps) {
  const hint = hintOf(attribute)
  const hintId = `${id}-hint`
  const issuesId = `${id}-issues`
  const isInvalid = issues.length > 0
  const described = [hint === '' ? '' : hintId, isInvalid ? issuesId : ''].filter(Boolean).join(' ')
  const name = (
    <>
      <span className="attribute-name">{attribute.name}</span>{' '}
      {attribute.options.required && <span className="required">required</span>}{' '}
      <span className="hint">{typeText(attribute)}</span> {isChanged && <span className="badge accent">changed</span>}
    </>
  )
  const content = (
    <>
      {children({ id, describedBy: described || undefined, isInvalid })}
      {hint !== '' && (
        <p id={hintId} className="hint">
          {hint}
        </p>
      )}
      {isInvalid && <IssueList id={issuesId} issues={issues} />}
    </>
  )
  return isGroup ? (
    <fieldset className="field entry-field" data-size={sizeOf(attribute)} aria-describedby={described || undefined}>
      <legend className="entry-label">{name}</legend>
      {content}
    </fieldset>
  ) : (
    <div className="field entry-field" data-size={sizeOf(attribute)}>
      <label className="entry-label" htmlFor={id}>
        {name}
      </label>
      {content}
    </div>
  )
}

/** Returns the size of a field. Two short fields are shown side by side if there is room. */
function sizeOf({ type, options }: ExplorerAttribute): 'short' | 'long' {
  if (type === 'relation') return isToMany(options) || leadsAnywhere(options) ? 'long' : 'short'
  // Strings that are unique or have a pattern, such as codes, are short. Others, such as titles, are not.
  if (type === 'string' && (options.unique || ('regex' in options && options.regex !== undefined))) return 'short'
  return longTypes.has(type) ? 'long' : 'short'
}

const longTypes: ReadonlySet<string> = new Set([
  'string',
  'text',
  'richtext',
  'json',
  'array',
  'blocks',
  'media',
  'component',
  'dynamiczone',
])

function IssueList({ id, issues }: { readonly id: string; readonly issues: readonly Issue[] }) {
  return (
    <ul id={id} className="issue">
      {issues.map(({ path, message }) => (
        <li key={`${pathText(path)} ${message}`}>
          {path.length > 0 && !message.includes(pathText(path)) && <code>{pathText(path)}</code>} {message}
        </li>
      ))}
    </ul>
  )
}

/** Describes the type, for example `string`, `relation to many tags` or `list of shared.link`. */
function typeText({ type, options }: ExplorerAttribute): string {
  if (options.type === 'component') return options.repeatable ? `list of ${options.component}` : options.component
  if (options.type === 'media') {
    const kinds = options.allowedTypes.length === 4 ? 'files' : options.allowedTypes.join(', ')
    return options.multiple ? kinds : `one of ${kinds}`
  }
  if (options.type === 'relation') return options.relation
  return type
}

/** Describes the rules of an attribute. */
function hintOf({ type, options, readable }: ExplorerAttribute): string {
  const { unique, localized } = options
  const rules = [
    type === 'password' || !readable ? 'Never shown. Leave it empty to keep it.' : '',
    unique ? 'Unique.' : '',
    boundsText(options),
    defaultText(type, options),
    'targetField' in options && options.targetField !== undefined
      ? `Generated from ${options.targetField} if it is empty in a new entry.`
      : '',
    localized ? 'Each locale has its own value.' : '',
  ]
  return rules.filter(Boolean).join(' ')
}

/** Describes the default. Select controls show their default themselves. */
function defaultText(type: string, options: ExplorerAttribute['options']): string {
  const isChoice = type === 'boolean' || type === 'enumeration'
  const value = 'default' in options && !isChoice ? (options.default ?? null) : null
  return value === null ? '' : `Default ${JSON.stringify(value)}.`
}

function boundsText(options: ExplorerAttribute['options']): string {
  const texts = []
  if ('minLength' in options && options.minLength !== undefined) texts.push(`at least ${options.minLength} characters`)
  if ('maxLength' in options && options.maxLength !== undefined) texts.push(`at most ${options.maxLength} characters`)
  if ('min' in options && options.min !== undefined) texts.push(`at least ${options.min}`)
  if ('max' in options && options.max !== undefined) texts.push(`at most ${options.max}`)
  const text = texts.join(', ')
  return text === '' ? '' : `${text[0]?.toUpperCase()}${text.slice(1)}.`
}
