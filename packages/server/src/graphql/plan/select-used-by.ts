import type { Schema } from '@content-api/model'
import { isObjectType } from 'graphql'
import { fileUses, relatedField, hasRelatedField } from '@content-api/engine/plan/file-uses'
import { fileType } from '@content-api/engine/plan/link-target'
import type { Output } from '@content-api/engine/plan/read-plan'
import { typeName } from '../naming.js'
import type { SelectedField } from './collect-fields.js'
import type { SelectScope } from './select-scope.js'
import { shownTypes } from './shown-types.js'

/**
 * In the budget, the search of one type counts as this number of entries. Databases take long to prepare the
 * search: a statement with many such fields takes seconds.
 */
const entriesPerType = 50

/**
 * Returns the output of `related` of a file: the entries that use it, of the types that the caller may find.
 * Returns undefined for other fields. Drafts are left out even for callers who may read them, because files
 * are often shown to people who may not know of drafts. Attributes without a field in the schema are left out
 * too.
 */
export function selectUsedBy(scope: SelectScope, schema: Schema, selected: SelectedField): Output | undefined {
  if (!hasRelatedField(schema) || selected.name !== relatedField) return undefined
  const { context, document, extended, budget } = scope
  const { registry } = context
  const limit = context.limits.maxLimit
  const publicationState = 'live'
  const count = scope.count * (limit ?? 1)
  const inner: SelectScope = { ...scope, publicationState, count }
  const shows = (schema: Schema, name: string) => {
    const type = document.schema.getType(typeName(schema))
    return isObjectType(type) && Object.hasOwn(type.getFields(), name)
  }
  const open = extended?.replacesPermission(typeName(registry.contentType(fileType)), relatedField) ?? false
  const targets = shownTypes(scope, open)
    .map((type) => ({ type, uses: fileUses(type, registry, shows) }))
    .filter(({ uses }) => uses.length > 0)
  budget.spend(count + targets.length * entriesPerType)
  return {
    kind: 'usedBy',
    targets: targets.map((target) => ({
      ...target,
      members: scope.form.attributes(inner, target.type, selected.nodes),
    })),
    limit,
    publicationState,
  }
}
