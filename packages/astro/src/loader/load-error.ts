import { ApiError, NetworkError, QueryError, ResponseShapeError, TimeoutError } from '@content-api/sdk'

const isOfCall = (error: unknown): error is Error =>
  ApiError.is(error) ||
  NetworkError.is(error) ||
  TimeoutError.is(error) ||
  ResponseShapeError.is(error) ||
  QueryError.is(error)

/** Returns an error that says what to do, for a failed call; other errors unchanged. */
export function loadError(error: unknown, name: string, url: string): Error {
  if (!isOfCall(error)) return error as Error
  const reason = sentence(error.message)
  return new Error(`The content "${name}" of ${url} can't be loaded: ${reason} ${advice(error, name)}`, {
    cause: error,
  })
}

const sentence = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`)

function advice(error: unknown, name: string): string {
  if (NetworkError.is(error)) return 'Start the service, or correct the option url.'
  if (QueryError.is(error)) return 'Correct the query.'
  if (!ApiError.is(error)) return 'Check the address of the service.'
  const { status } = error
  if (status === 401) return 'Pass a valid API token in the option token.'
  if (status === 403) return `Allow the role "public" to read "${name}", or pass an API token in the option token.`
  if (status === 404) return `Check the name "${name}": collection types have plural names, single types singular ones.`
  return status < 500 ? 'Correct the query.' : 'Read the log of the service.'
}
