import type { ComponentAttribute } from '@content-api/model'
import { checkOptions, type SelectLink } from './link-scope.js'
import { readRowOptions } from './row-options.js'

export const selectComponent: SelectLink<ComponentAttribute> = (name, attribute, request, scope) => {
  checkOptions(request, ['fields', 'filters', 'sort', 'start', 'limit'], scope)
  const component = scope.context.registry.component(attribute.component)
  const { options, populate } = request
  return {
    kind: 'component',
    key: name,
    name,
    attribute,
    component,
    selection: scope.select(component, { fields: options.fields, populate }, scope),
    ...readRowOptions(component, request, scope),
  }
}
