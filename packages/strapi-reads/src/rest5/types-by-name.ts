import type { ContentType, Registry } from '@content-api/model'
import { hasRoutes } from '@content-api/interfaces/rest/routes'

/** Returns the content types with generated routes by the first segment of their paths, in small letters. */
export function typesByName(registry: Registry): ReadonlyMap<string, ContentType> {
  const types = [...registry.contentTypes.values()].filter(hasRoutes)
  return new Map(
    types.map((type) => [(type.kind === 'singleType' ? type.singularName : type.pluralName).toLowerCase(), type]),
  )
}
