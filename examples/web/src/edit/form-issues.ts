import { ApiError } from '@content-api/sdk'

/** The messages of each field as one string, by the name of the field. */
export type FieldIssues = Readonly<Record<string, string>>

/** Returns the issues of the form's fields, or null if the error is of another kind or names none of them. */
export function issuesAtFields(error: unknown, fields: readonly string[]): FieldIssues | null {
  if (!ApiError.is(error)) return null
  const issues: Record<string, string> = {}
  for (const { path, message } of error.issues) {
    const [field = ''] = path
    if (fields.includes(field)) issues[field] = issues[field] ? `${issues[field]}. ${message}` : message
  }
  return Object.keys(issues).length > 0 ? issues : null
}
