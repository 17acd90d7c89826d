import type { ContentType } from '@content-api/model'
import { isObjectType } from 'graphql'
import { typeName } from '../naming.js'
import type { SelectScope } from './select-scope.js'

/**
 * Returns the types of a polymorphic field that the caller may find. If the field is `open`, because an
 * extension replaces its permission, returns all types of the field.
 */
export function shownTypes(
  { context, document }: Pick<SelectScope, 'context' | 'document'>,
  open: boolean,
): ContentType[] {
  const { can, registry } = context
  return [...registry.contentTypes.values()].filter(
    (type) =>
      !type.uid.startsWith('admin::') &&
      isObjectType(document.schema.getType(typeName(type))) &&
      (open || can('find', type)),
  )
}
