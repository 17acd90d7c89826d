import { onDemand } from '@content-api/engine/on-demand'
import type { Handler } from '@content-api/core/composition/handler'
import type { GraphqlParts } from './http/endpoint.js'

/** GraphQL, which is loaded when it is first used. */
export interface GraphqlOnDemand {
  /** Serves the requests at the endpoint and below it. */
  readonly handler: Handler
  /** Loads the modules. */
  load(): Promise<unknown>
  /** Opens GraphQL. @throws ExtensionError for a mistake in an extension; Error for a schema that isn't valid */
  open(): Promise<unknown>
  /** Opens GraphQL if something extends it. @throws ExtensionError for a mistake in an extension */
  openExtended(): Promise<void>
}

const loadGraphql = onDemand('GraphQL', () => import('./http/endpoint.js'))

/** Loads GraphQL for its first request, because that takes longer than loading everything else together. */
export const graphqlOnDemand = (parts: GraphqlParts): GraphqlOnDemand => openModule(parts, loadGraphql)

/** A module that opens GraphQL. */
interface GraphqlModule<Parts> {
  openGraphql(parts: Parts): Handler | Promise<Handler>
}

/** Returns GraphQL whose module is loaded when it is first used. */
export function openModule<Parts extends Pick<GraphqlParts, 'config' | 'extension'>>(
  parts: Parts,
  load: () => Promise<GraphqlModule<Parts>>,
): GraphqlOnDemand {
  const { config, extension } = parts
  const { enabled } = config.graphql
  const { handler, open } = openOnDemand(async () => (await load()).openGraphql(parts))
  return {
    handler,
    open,
    load: async () => enabled && load(),
    async openExtended() {
      if (enabled && extension.isPresent()) await open()
    },
  }
}

/** Returns a handler that is opened by its first request. A failure is an error of that request only. */
function openOnDemand(openHandler: () => Promise<Handler>): Pick<GraphqlOnDemand, 'handler' | 'open'> {
  let opening: Promise<Handler> | undefined
  let opened: Handler | undefined
  const open = async () => {
    opening ??= openHandler()
    try {
      return (opened = await opening)
    } catch (error) {
      // The next request tries again, because the reason may have been temporary.
      opening = undefined
      throw error
    }
  }
  const openFirst: Handler = async (request, next) => (await open())(request, next)
  return { handler: (request, next) => (opened ? opened(request, next) : openFirst(request, next)), open }
}
