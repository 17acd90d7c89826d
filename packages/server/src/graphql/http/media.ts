import { mediaRanges, qualityOf } from '../../message/accept.js'

/** The media types of answers that GraphQL over HTTP knows. */
export const responseTypes = {
  json: 'application/json',
  graphql: 'application/graphql-response+json',
} as const

export type ResponseType = keyof typeof responseTypes

/** What answers say they are. JSON is UTF-8 by its own definition, and clients of Strapi 4 know it bare. */
export const contentTypes: Readonly<Record<ResponseType, string>> = {
  json: responseTypes.json,
  graphql: `${responseTypes.graphql}; charset=utf-8`,
}

/** JSON unless the client names the newer type; a client that takes neither is answered in JSON all the same. */
export function responseType(accept: string | undefined): ResponseType {
  const ranges = mediaRanges(accept ?? '')
  const graphql = qualityOf(ranges, responseTypes.graphql)
  return graphql > 0 && graphql >= qualityOf(ranges, responseTypes.json) ? 'graphql' : 'json'
}

/**
 * The status of an answer to a request that was not run: clients that name JSON alone take everything else than 200 for a
 * failure of the transport.
 */
export function requestErrorStatus(accept: string | undefined): 200 | 400 {
  const ranges = mediaRanges(accept ?? '')
  const onlyJson = qualityOf(ranges, responseTypes.json) > 0 && qualityOf(ranges, responseTypes.graphql) === 0
  return onlyJson ? 200 : 400
}
