import { type RelationAttribute, isRecord, isScalar } from '@content-api/model'
import { ApiError, ImportError, ImportMistakes } from '@content-api/engine/errors'
import { BodyIssues, checkConstraints, checkCount, displayName, type Path } from '@content-api/engine/plan'
import type { PlannedRow } from '@content-api/engine/transfer'

type Values = Readonly<Record<string, unknown>>

/**
 * Checks an entry and its components against the same rules as a request, because plain files come from
 * outside the service.
 * @throws ImportError with all mistakes of the entry
 */
export function checkEntry(row: PlannedRow, values: Values, line: number): void {
  const draft = row.schema.attributes['publishedAt'] !== undefined && row.scalars['publishedAt'] === null
  const issues = new BodyIssues(draft ? 'waived' : 'required')
  checkRow(row, values, [], issues)
  throwIssues(issues, line)
}

/** @param values the values of the row as the file has them: the row itself doesn't show whether a list is missing */
function checkRow({ schema, scalars, components, links }: PlannedRow, values: Values, at: Path, issues: BodyIssues) {
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    if (name === 'id' || (attribute.type === 'relation' && isOtherSide(attribute))) continue
    const path = [...at, name]
    if (isScalar(attribute)) {
      const value = scalars[name] ?? null
      // Passwords are already hashed, so their length can't be checked.
      if (attribute.type !== 'password') checkConstraints(value, { schema, name, attribute, path }, issues)
      if (attribute.required && value === null) reportMissing(path, issues)
      continue
    }
    // As in a request, an entry may lack required media, and a required list may be empty.
    const isMissing = (values[name] ?? null) === null && !links.some((link) => link.name === name)
    if (isMissing && attribute.required && attribute.type !== 'media') reportMissing(path, issues)
    if (attribute.type !== 'component' && attribute.type !== 'dynamiczone') continue
    const items = components.filter(({ field }) => field === name)
    const isList = attribute.type === 'dynamiczone' || attribute.repeatable
    if (isList && !isMissing && !checkCount(issues, path, attribute, items.length)) continue
    for (const { row, position } of items) {
      const item = isList ? (values[name] as readonly unknown[])[position - 1] : values[name]
      checkRow(row, isRecord(item) ? item : {}, isList ? [...path, position - 1] : path, issues)
    }
  }
}

const isOtherSide = ({ mappedBy, morphBy }: RelationAttribute) => mappedBy !== undefined || morphBy !== undefined

const reportMissing = (path: Path, issues: BodyIssues) =>
  issues.addIncomplete(path, `${displayName(path)} must be defined`)

function throwIssues(issues: BodyIssues, line: number): void {
  try {
    issues.throwIfAny()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const found = (error.details as { errors?: readonly { path: readonly string[]; message: string }[] }).errors ?? []
    const mistakes = new ImportMistakes()
    for (const { path, message } of found) {
      mistakes.add(new ImportError(line, `${message}.`, { attribute: path.join('.') }))
    }
    mistakes.throwIfAny()
    throw error
  }
}
