import type { MediaAttribute } from '@content-api/model'
import { fileContentType } from '../link-target.js'
import { selectCount } from './count.js'
import { checkOptions, type SelectLink } from './link-scope.js'
import { readRowOptions } from './row-options.js'

/** Files come with their entry, whatever the caller may do with files elsewhere. */
export const selectMedia: SelectLink<MediaAttribute> = (name, attribute, request, scope) => {
  checkOptions(request, ['fields', 'filters', 'sort', 'start', 'limit', 'count'], scope)
  const target = fileContentType(scope.context.registry)
  const count = selectCount(name, attribute, target, request, scope)
  if (count) return count
  const { options, populate } = request
  return {
    kind: 'media',
    key: name,
    name,
    attribute,
    target,
    selection: scope.select(target, { fields: options.fields, populate }, scope),
    ...readRowOptions(target, request, scope),
  }
}
