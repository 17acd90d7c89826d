import type { ContentType } from '@content-api/model'
import { isObjectType } from 'graphql'
import { typeName } from '../naming.js'
import type { SelectScope } from './select-scope.js'

/** The types whose entries a polymorphic field may answer: those that the caller may find, or all where it is `open`. */
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
