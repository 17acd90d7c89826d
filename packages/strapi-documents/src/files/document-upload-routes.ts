import { ApiError } from '@content-api/engine/errors'
import type { Uploads } from '@content-api/capabilities/uploads/uploads'
import { uploadRoutes } from '@content-api/capabilities/uploads/routes/upload-routes'
import type { ActionOperation, ActionRoutes } from '@content-api/core/composition/action-routes'
import type { MessageLimits } from '@content-api/core/message/body'

const missing = (message: string) => new ApiError('NotFoundError', message)

/** Returns an operation whose errors for missing files have the message of Strapi 5. */
const withMessage = (operation: ActionOperation | undefined, message: string): ActionOperation | undefined =>
  operation && {
    ...operation,
    run: async (call) => {
      try {
        return await operation.run(call)
      } catch (error) {
        if (error instanceof ApiError && error.name === 'NotFoundError') throw missing(message)
        throw error
      }
    },
  }

/**
 * Returns the endpoints of files of Strapi 5. Files have numeric ids in paths: a document id names none.
 * @param reads the endpoints that read files
 */
export function documentUploadRoutes(uploads: Uploads, limits: MessageLimits, reads: ActionRoutes): ActionRoutes {
  const routes = uploadRoutes(uploads, { limits, strict: false, createdStatus: 201 })
  const post = withMessage(routes['upload']?.POST, 'Entity not found')
  const get = withMessage(reads['upload/files/:id']?.GET, 'file.notFound')
  const remove = withMessage(routes['upload/files/:id']?.DELETE, 'file.notFound')
  if (!post || !get || !remove) throw new Error('The routes of files are incomplete')
  const rejects = (operation: ActionOperation): ActionOperation => ({
    ...operation,
    run: () => Promise.reject(missing('file.notFound')),
  })
  return {
    ...reads,
    upload: { POST: post },
    'upload/files/:id': { GET: get, DELETE: remove },
    'upload/files/:name': { GET: rejects(get), DELETE: rejects(remove) },
  }
}
