import type { ContentApi } from '../../src/index.js'

export interface GraphqlBody {
  readonly data?: unknown
  readonly errors?: readonly {
    readonly message: string
    readonly path?: readonly (string | number)[]
    readonly extensions: { readonly code: string }
  }[]
}

/** Sends GraphQL operations to a service, like a client. */
export function askGraphql(api: ContentApi) {
  return async (query: string, variables: Record<string, unknown> = {}): Promise<GraphqlBody> => {
    const request = new Request('http://service.test/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    return (await (await api.fetch(request)).json()) as GraphqlBody
  }
}
