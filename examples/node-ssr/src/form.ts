import type { ApiError } from '@content-api/sdk'
import { type Html, html } from './html.js'

/** An input of a form. Its name is that of an attribute, so that the service's messages can be shown beside it. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly type?: 'email' | 'password'
  readonly autocomplete?: string
}

export interface Form {
  /** The address that the form is posted to. */
  readonly action: string
  readonly title: string
  readonly button: string
  readonly fields: readonly Field[]
}

/** A rejected form: the input, and the service's messages. */
export interface Rejection {
  readonly values: URLSearchParams
  readonly error: ApiError
}

/**
 * Renders a form. A rejected form keeps its input, except passwords, and shows messages, at the fields where
 * possible.
 */
export function renderForm({ action, title, button, fields }: Form, rejection?: Rejection): Html {
  const { issues = [], serverMessage = '' } = rejection?.error ?? {}
  const elsewhere = issues.filter(({ path }) => fields.every(({ name }) => name !== path[0]))
  const problem = issues.length === 0 ? serverMessage : elsewhere.map(({ message }) => message).join(', ')
  return html`<form method="post" action="${action}"><h2>${title}</h2>
${problem && html`<p class="problem" role="alert">${problem}</p>`}
${fields.map((field) => renderField(field, rejection))}<button>${button}</button></form>`
}

function renderField({ name, label, type, autocomplete }: Field, rejection?: Rejection): Html {
  const problems = rejection?.error.issues.filter(({ path }) => path[0] === name) ?? []
  const value = type === 'password' ? '' : rejection?.values.get(name)
  return html`<label>${label} <input name="${name}" value="${value}" type="${type ?? 'text'}" autocomplete="${autocomplete ?? 'off'}"${problems.length > 0 && html` aria-invalid="true"`} required>
${problems.map(({ message }) => html`<span class="problem">${message}</span>`)}</label>`
}
