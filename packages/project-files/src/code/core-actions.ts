import type { ContentType } from '@content-api/model'

export const everyAction = ['find', 'findOne', 'create', 'update', 'delete'] as const

/** An action of the controller that Strapi generates for a content type. */
export type CoreAction = (typeof everyAction)[number]

export const methodOf = { find: 'GET', findOne: 'GET', create: 'POST', update: 'PUT', delete: 'DELETE' } as const

export const actionsOf = ({ kind }: Pick<ContentType, 'kind'>): readonly CoreAction[] =>
  kind === 'singleType' ? ['find', 'update', 'delete'] : everyAction

/** The names of a content type in the paths of its routes. */
export type RouteNames = Pick<ContentType, 'kind' | 'singularName' | 'pluralName'>

/** Returns the path of a generated route, without the prefix of its router. */
export function pathOf({ kind, singularName, pluralName }: RouteNames, action: CoreAction): string {
  if (kind === 'singleType') return `/${singularName}`
  return `/${pluralName}${action === 'find' || action === 'create' ? '' : '/:id'}`
}
