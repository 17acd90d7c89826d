/** All errors that the server responds with: their HTTP status and default message. */
export const catalog = {
  ValidationError: { status: 400, message: 'The request is not valid' },
  PaginationError: { status: 400, message: 'Invalid pagination parameters' },
  ApplicationError: { status: 400, message: 'The request cannot be carried out' },
  BadRequestError: { status: 400, message: 'Bad Request' },
  Error: { status: 400, message: 'Bad Request' },
  SyntaxError: { status: 400, message: 'The body is not valid JSON' },
  UnauthorizedError: { status: 401, message: 'Missing or invalid credentials' },
  ForbiddenError: { status: 403, message: 'Forbidden' },
  PolicyError: { status: 403, message: 'Policy Failed' },
  NotFoundError: { status: 404, message: 'Not Found' },
  MethodNotAllowedError: { status: 405, message: 'Method Not Allowed' },
  RequestTimeoutError: { status: 408, message: 'The request took too long to arrive' },
  PreconditionFailedError: { status: 412, message: 'The entry has changed' },
  PayloadTooLargeError: { status: 413, message: 'The body is too large' },
  UriTooLongError: { status: 414, message: 'The URL is too long' },
  UnsupportedMediaTypeError: { status: 415, message: 'The content type or encoding of the body is not supported' },
  RateLimitError: { status: 429, message: 'Too many requests, please try again later.' },
  InternalServerError: { status: 500, message: 'Internal Server Error' },
  NotImplementedError: { status: 501, message: 'This feature is not implemented yet' },
  BadGatewayError: { status: 502, message: 'Strapi cannot be reached at the moment' },
  ServiceUnavailableError: { status: 503, message: 'The database cannot be reached at the moment' },
  GatewayTimeoutError: { status: 504, message: 'The request took too long' },
  InsufficientStorageError: { status: 507, message: 'The storage is full' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorName = keyof typeof catalog
