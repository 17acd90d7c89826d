import { QueryError } from '../errors/query-error.js'

/** An action on the versions of a document that REST has no route for. */
export type DraftAction = 'unpublish' | 'discard-draft'

/** Returns the path of an action. Throws a {@link QueryError} with the code to add if the project has no routes. */
export function draftRoute(path: string, action: DraftAction, hasRoutes: boolean | undefined): string {
  if (hasRoutes) return `${path}/${action}`
  const [, name, documentId] = path.split('/')
  throw new QueryError(action, explanation(documentId === undefined ? `/${name}` : `/${name}/:id`, action))
}

const explanation = (
  path: string,
  action: DraftAction,
): string => `has no route in the REST API of Strapi 5. Add one to the project, allow it in the role or API token, and \
pass strapi5({ draftRoutes: true }):

// src/api/<name>/routes/drafts.js
module.exports = { routes: [{ method: 'POST', path: '${path}/${action}', handler: '<name>.${methodOf(action)}' }] }

// src/api/<name>/controllers/<name>.js
module.exports = createCoreController('api::<name>.<name>', ({ strapi }) => ({
  async ${methodOf(action)}({ params, query }) {
    const { documentId } = params.id ? { documentId: params.id } : await strapi.documents('api::<name>.<name>').findFirst()
    await strapi.documents('api::<name>.<name>').${methodOf(action)}({ documentId, locale: query.locale })
    return { data: null }
  },
}))`

const methodOf = (action: DraftAction): string => (action === 'unpublish' ? 'unpublish' : 'discardDraft')
