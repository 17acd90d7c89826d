import { ApiError, catalog, type ErrorName } from '@content-api/engine/errors'

type Details = Record<string, unknown>

/** The messages of errors without one, where they differ from those of the server. */
const messages: Readonly<Partial<Record<ErrorName, string>>> = {
  ApplicationError: 'An application error occured',
  ValidationError: 'An application error occured',
  PaginationError: 'Invalid pagination',
  NotFoundError: 'Entity not found',
  ForbiddenError: 'Forbidden access',
  UnauthorizedError: 'Unauthorized',
  PayloadTooLargeError: 'Entity too large',
}

const errorClass = (name: ErrorName) =>
  class extends ApiError {
    constructor(message: string | undefined = messages[name], details: Details = {}) {
      super(name, message, { details })
    }

    /**
     * Makes `instanceof` true for errors of the server with the same name. As in Strapi 4, every error is an
     * instance of `ApplicationError`, and a `PolicyError` is a `ForbiddenError`.
     */
    static override [Symbol.hasInstance](error: unknown): boolean {
      if (!ApiError[Symbol.hasInstance](error)) return false
      const { name: own } = error as ApiError
      return own === name || name === 'ApplicationError' || (name === 'ForbiddenError' && own === 'PolicyError')
    }
  }

/** An error of yup, with the paths of the invalid values. */
export interface YupError {
  readonly message: string
  readonly name?: string
  readonly path?: string
  readonly inner?: readonly YupError[]
}

const named = Object.fromEntries(Object.keys(catalog).map((name) => [name, errorClass(name as ErrorName)])) as Readonly<
  Record<ErrorName, ReturnType<typeof errorClass>>
>

/** A validation error with the problems that yup found. */
export class YupValidationError extends named.ValidationError {
  constructor(error: YupError, message?: string) {
    const { inner = [] } = error
    const errors = (inner.length === 0 ? [error] : inner).map(problemOf)
    const ownMessage = inner.length > 1 ? `${inner.length} errors occurred` : (errors[0]?.message ?? error.message)
    super(message || ownMessage, { errors })
  }
}

function problemOf({ path = '', message, name }: YupError) {
  const keys = path.split(/[.[\]]+/).map((key) => key.replaceAll(/^["']|["']$/g, ''))
  return { path: keys.filter((key) => key !== ''), message, name }
}

/** `errors` of `@strapi/utils`. */
export const errors = { ...named, YupValidationError }
