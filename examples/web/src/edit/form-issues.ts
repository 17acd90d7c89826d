import { ApiError } from '@content-api/sdk'

/** What is wrong with each field, by its name; the same text isn't told twice of one. */
export type FieldIssues = Readonly<Record<string, string>>

/** The issues that belong at fields of a form; null when the error is of another kind, or names none of them. */
export function issuesAtFields(error: unknown, fields: readonly string[]): FieldIssues | null {
  if (!ApiError.is(error)) return null
  const issues: Record<string, string> = {}
  for (const { path, message } of error.issues) {
    const [field = ''] = path
    if (fields.includes(field)) issues[field] = issues[field] ? `${issues[field]}. ${message}` : message
  }
  return Object.keys(issues).length > 0 ? issues : null
}
