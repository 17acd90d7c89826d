/** What the code of a query sends it to. */
export interface Target {
  /** The origin of the service, such as `http://127.0.0.1:1337`. */
  readonly origin: string
  /** The path of the type, such as `/api/articles`. */
  readonly path: string
  /** False if the configuration has no permissions: no request needs a token then. */
  readonly needsToken: boolean
  /** The entry of a collection type that the code reads. Without it, the code reads a list. */
  readonly id?: number
}
