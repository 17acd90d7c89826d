import type { ContentTypeFile } from '../schema-file.js'
import { adminUser } from './admin.js'
import { file } from './upload.js'
import { role, user } from './users-permissions.js'

/** Content types that every registry has, by uid. */
export const builtinContentTypes: ReadonlyMap<string, ContentTypeFile> = new Map([
  ['plugin::users-permissions.user', user],
  ['plugin::users-permissions.role', role],
  ['plugin::upload.file', file],
  ['admin::user', adminUser],
])

/** Returns whether a content type is built in: those of the project and of its plugins are not. */
export function isBuiltinType(uid: string): boolean {
  return builtinContentTypes.has(uid)
}
