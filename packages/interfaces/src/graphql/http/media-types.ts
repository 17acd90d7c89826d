import { mediaRanges, qualityOf } from '@content-api/core/message/message'

/** The media types of responses in GraphQL over HTTP. */
const responseTypes = {
  json: 'application/json',
  graphql: 'application/graphql-response+json',
} as const

/** The `Content-Type` of responses. `application/json` has no charset, as in Strapi 4: JSON is always UTF-8. */
export const contentTypes: Readonly<Record<keyof typeof responseTypes, string>> = {
  json: responseTypes.json,
  graphql: `${responseTypes.graphql}; charset=utf-8`,
}

/**
 * Returns the `Content-Type` of a response: that of GraphQL if the client accepts it by name and doesn't
 * prefer JSON. Other clients get JSON in any case.
 */
export function contentTypeFor(accept: string | undefined): string {
  const ranges = mediaRanges(accept ?? '')
  const graphql = qualityOf(ranges, responseTypes.graphql)
  return contentTypes[graphql > 0 && graphql >= qualityOf(ranges, responseTypes.json) ? 'graphql' : 'json']
}

/**
 * Returns the status of a request error. Clients that accept only `application/json` treat any status but 200
 * as a failure of the transport.
 */
export function requestErrorStatus(accept: string | undefined): 200 | 400 {
  const ranges = mediaRanges(accept ?? '')
  const onlyJson = qualityOf(ranges, responseTypes.json) > 0 && qualityOf(ranges, responseTypes.graphql) === 0
  return onlyJson ? 200 : 400
}
