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

interface Range {
  readonly type: string
  readonly quality: number
}

function rangesOf(accept: string): Range[] {
  return accept.split(',').map((text) => {
    const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return { type, quality: quality === undefined ? 1 : Number(quality) || 0 }
  })
}

const qualityOf = (ranges: readonly Range[], type: string) => ranges.find((range) => range.type === type)?.quality ?? 0

/** JSON unless the client names the newer type; a client that takes neither is answered in JSON all the same. */
export function responseType(accept: string | undefined): ResponseType {
  const ranges = rangesOf(accept ?? '')
  const graphql = qualityOf(ranges, responseTypes.graphql)
  return graphql > 0 && graphql >= qualityOf(ranges, responseTypes.json) ? 'graphql' : 'json'
}

/**
 * The status of an answer to a request that was not run: clients that name JSON alone take everything else than 200 for a
 * failure of the transport.
 */
export function refusalStatus(accept: string | undefined): 200 | 400 {
  const ranges = rangesOf(accept ?? '')
  const onlyJson = qualityOf(ranges, responseTypes.json) > 0 && qualityOf(ranges, responseTypes.graphql) === 0
  return onlyJson ? 200 : 400
}

/** Whether this is a browser that wants a page, rather than a program. */
export function prefersHtml(accept: string | undefined): boolean {
  const ranges = rangesOf(accept ?? '')
  const html = qualityOf(ranges, 'text/html')
  const others = Object.values(responseTypes).map((type) => qualityOf(ranges, type))
  return html > 0 && html > Math.max(...others)
}
