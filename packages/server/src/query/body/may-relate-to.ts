import type { ContentType } from '@content-api/model'
import { ApiError } from '../../errors/api-error.js'
import { displayName, type Path } from './body-issues.js'
import type { BodyPart } from './body-part.js'

/**
 * Nothing is dropped silently: what a caller may not see, it may not relate to.
 * @throws ApiError ForbiddenError
 */
export function mayRelateTo(part: BodyPart, target: ContentType, path: Path): void {
  if (part.context.can('find', target)) return
  throw new ApiError('ForbiddenError', `Forbidden: ${displayName(path)} relates to a type that you may not find`)
}
