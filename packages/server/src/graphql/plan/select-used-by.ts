import type { Schema } from '@content-api/model'
import { isObjectType } from 'graphql'
import { fileUses, relatedField, hasRelatedField } from '../../query/file-uses.js'
import { fileType } from '../../query/link-target.js'
import type { Output } from '../../query/read-plan.js'
import { typeName } from '../naming.js'
import type { AskedField } from './collect-fields.js'
import type { SelectScope } from './select-scope.js'
import { shownTypes } from './shown-types.js'

/** For the time that databases take to prepare the search through one type, of which many fields would add up to seconds. */
const entriesPerType = 50

/**
 * The entries that use a file, of the types that the caller may find; undefined for any other field. Never drafts, whoever asks: a picture is seen by many who
 * don't know that there is one. Uses by attributes that have no field are as hidden as these.
 */
export function selectUsedBy(scope: SelectScope, schema: Schema, asked: AskedField): Output | undefined {
  if (!hasRelatedField(schema) || asked.name !== relatedField) return undefined
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
  const open = extended?.opens(typeName(registry.contentType(fileType)), relatedField) ?? false
  const targets = shownTypes(scope, open)
    .map((type) => ({ type, uses: fileUses(type, registry, shows) }))
    .filter(({ uses }) => uses.length > 0)
  budget.spend(count + targets.length * entriesPerType)
  return {
    kind: 'usedBy',
    targets: targets.map((target) => ({
      ...target,
      members: scope.form.attributes(inner, target.type, asked.nodes),
    })),
    limit,
    publicationState,
  }
}
