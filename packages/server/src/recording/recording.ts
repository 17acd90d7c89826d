/** One request and its response. */
export interface RecordedExchange {
  /** The method, path and query, such as `GET /api/articles?sort[0]=title`. */
  readonly request: string
  /** The document of a GraphQL request, with single spaces. */
  readonly graphql?: string
  readonly variables?: object
  readonly status: number
  /** The JSON of the response. */
  readonly body: unknown
}

/** What `content-api record` writes: the requests of the list by their names, and when they were recorded. */
export interface Recording {
  /** The day, as `2026-11-28`. */
  readonly recordedAt: string
  /** The list of requests, relative to the folder in which the command runs. */
  readonly list: string
  /** The command that records again. */
  readonly command: string
  /** The fingerprints of the content types: at the time of the recording, and of the file as it is now. */
  readonly model?: { readonly recorded: string; readonly current: string }
  readonly requests: Readonly<Record<string, readonly [RecordedExchange, ...RecordedExchange[]]>>
}

/** The service that requests are recorded from. It has the names of the SDK's options: `createClient(service)`. */
export interface RecordedService {
  readonly baseURL: string
  /** Records the request and its response. It sends the token of the variable CONTENT_API_TOKEN. */
  readonly fetch: typeof globalThis.fetch
}

/**
 * A request to record:
 *
 * - a path with an optional query string, such as `/api/articles?sort=title`
 * - a path and the object of a query
 * - a GraphQL document. Default of `path`: `/graphql`
 * - a function that sends requests with a client, such as the SDK's
 */
export type RecordedRequest =
  | string
  | { readonly path: string; readonly query?: object }
  | { readonly graphql: string; readonly variables?: object; readonly path?: string }
  | ((service: RecordedService) => unknown)

/** The list of requests: the exports, or the default export, of a file for `content-api record`. */
export type RecordedRequests = Readonly<Record<string, RecordedRequest>>
