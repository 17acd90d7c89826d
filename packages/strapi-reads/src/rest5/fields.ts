import { isScalar, type Schema } from '@content-api/model'
import type { OutputMember, SortKey } from '@content-api/engine/plan'
import { withSortedFields } from '../rules/joined-rows.js'
import { fieldMember, parseFields } from '@content-api/core/query/fields'
import type { PlanContext } from '@content-api/core/query/plan-context'
import { idMember } from '@content-api/core/query/populate/response-form'
import type { DocumentRules } from './document-rules.js'
import { leftToStrapi } from '../left-to-strapi.js'

/**
 * Parses `fields` and returns the members of a row: its id and the id of its document, and the selected
 * attributes; all of them without `fields` and for `*`.
 *
 * @throws ApiError for names that aren't attributes with values, and for values without names
 */
export function parseRowFields(
  schema: Schema,
  raw: unknown,
  { context, rules }: { readonly context: PlanContext; readonly rules: DocumentRules },
): { readonly ids: readonly OutputMember[]; readonly fields: readonly OutputMember[] } {
  const fields = parseFields(schema, namesIn(raw, rules), context)
  return {
    ids: [idMember(schema), ...documentMember(schema)],
    fields: fields.filter(({ key }) => key !== 'documentId'),
  }
}

function documentMember(schema: Schema): readonly OutputMember[] {
  const attribute = schema.attributes['documentId']
  return attribute && isScalar(attribute) ? [fieldMember('documentId', attribute)] : []
}

/** Returns names as an array. A string contains several, separated by commas. */
function namesIn(raw: unknown, { servesAll }: DocumentRules): unknown {
  if (raw === undefined || raw === '*') return raw
  const names: unknown[] = (Array.isArray(raw) ? raw : [raw]).flatMap((item: unknown) =>
    typeof item === 'string' ? item.split(',').map((name) => name.trim()) : [item],
  )
  if (names.includes('*') && !servesAll) throw leftToStrapi('has * among the names of fields')
  return names
}

/**
 * Returns the fields that Strapi 5 shows for rows that it joins with others: also the attributes that they
 * are sorted by, unless it sorts by attributes of other rows.
 */
export function joinedFields(schema: Schema, fields: unknown, sort: readonly SortKey[]): unknown {
  return sort.some(({ path }) => path.length > 0) ? fields : withSortedFields(schema, fields, sort)
}
