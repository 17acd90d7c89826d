import type { ContentType } from '@content-api/model'
import { isObjectType } from 'graphql'
import { typeName } from '../naming.js'
import type { SelectScope } from './select-scope.js'

/** Returns the types of a polymorphic field: those that the caller may find, or all of them if the field is `open`. */
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
