const names: Readonly<Record<number, string>> = {
  400: 'ValidationError',
  401: 'UnauthorizedError',
  403: 'ForbiddenError',
  404: 'NotFoundError',
  405: 'MethodNotAllowedError',
}

/** A rejected request, with the status and the message of the error. */
export class RequestError extends Error {
  override readonly name: string

  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    /** For servers whose errors have details. */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
    this.name = names[status] ?? 'Error'
  }
}

export const invalid = (message: string) => new RequestError(400, message)
export const unknown = (name: string, source: 'query' | 'body' = 'query') =>
  new RequestError(400, `Invalid key ${name}`, {}, { key: name, path: name, source })
