/** The request of Koa 2. */
export interface RouteRequest {
  method: string
  /** The percent-encoded path, without the query. */
  path: string
  query: Readonly<Record<string, unknown>>
  /** The parsed body: JSON, a form, or text. An empty object without a body. */
  // Untyped, because the client decides what it holds.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  /** The files of a multipart body by the name of their part. They are removed when the request ends. */
  files?: Readonly<Record<string, RequestFile | readonly RequestFile[]>>
  url: string
  readonly ip: string
  /** The headers by lower-case name. */
  readonly headers: Record<string, string | string[] | undefined>
  readonly header: Record<string, string | string[] | undefined>
  /** The client's address, read through the trusted proxies. */
  readonly address: string
  /** Returns a header by its name; an empty string if it is missing. */
  readonly get: (name: string) => string
  /** The other members of Koa's request. */
  // oxlint-disable-next-line typescript/no-explicit-any
  [name: string]: any
}

/** A file of a multipart body, with the properties of Strapi 4. */
export interface RequestFile {
  /** The path of the temporary file. */
  readonly path: string
  readonly name: string
  /** The media type that the client sent. */
  readonly type: string
  /** In bytes. */
  readonly size: number
  readonly lastModifiedDate: Date
}
