import { isRecord } from '@content-api/model'
import { ApiError } from '../errors/api-error.js'
import { type ErrorName, catalog } from '../errors/catalog.js'
import type { AuthOption } from './content-sanitize.js'
import { guarded } from './guarded.js'
import { env } from './strapi-config.js'
import { checkedModel } from './strapi-models.js'
import type { ContentType } from '@content-api/model'

/** The messages of errors without one, where they differ from those of the server. */
const messages: Readonly<Partial<Record<ErrorName, string>>> = {
  ApplicationError: 'An application error occured',
  NotFoundError: 'Entity not found',
  ForbiddenError: 'Forbidden access',
  UnauthorizedError: 'Unauthorized',
  PayloadTooLargeError: 'Entity too large',
}

const errorClass = (name: ErrorName) =>
  class extends ApiError {
    constructor(message: string | undefined = messages[name], details: Record<string, unknown> = {}) {
      super(name, message, { details })
    }

    /**
     * Makes `instanceof` true for errors of the server with the same name. As in Strapi 4, every error is an
     * instance of `ApplicationError`.
     */
    static override [Symbol.hasInstance](error: unknown): boolean {
      return ApiError[Symbol.hasInstance](error) && (name === 'ApplicationError' || (error as ApiError).name === name)
    }
  }

const errors = Object.fromEntries(Object.keys(catalog).map((name) => [name, errorClass(name as ErrorName)]))

const typeOf = (model: unknown) => {
  const { schema, sanitizers } = checkedModel(model)
  return { type: schema as ContentType, sanitizers }
}

const sanitizeContent = {
  async input(data: unknown, model: unknown, option?: AuthOption) {
    const { type, sanitizers } = typeOf(model)
    return sanitizers.input(data, type, option)
  },
  async output(data: unknown, model: unknown, option?: AuthOption) {
    const { type, sanitizers } = typeOf(model)
    return sanitizers.output(data, type, option)
  },
  async query(query: unknown, model: unknown, option?: AuthOption) {
    const { type, sanitizers } = typeOf(model)
    return sanitizers.query(query, type, option)
  },
}

const validateContent = {
  async input(data: unknown, model: unknown, option?: AuthOption) {
    const { type, sanitizers } = typeOf(model)
    sanitizers.input(data, type, option)
  },
  async query(query: unknown, model: unknown, option?: AuthOption) {
    const { type, sanitizers } = typeOf(model)
    sanitizers.validateQuery(query, type, option)
  },
}

/** `sanitize` of `@strapi/utils`, also available as `strapi.contentAPI.sanitize`. */
export const sanitize = guarded('sanitize', { contentAPI: guarded('sanitize.contentAPI', sanitizeContent) })
/** `validate` of `@strapi/utils`, also available as `strapi.contentAPI.validate`. */
export const validate = guarded('validate', { contentAPI: guarded('validate.contentAPI', validateContent) })

const inOrder =
  (...steps: readonly ((value: unknown) => unknown)[]) =>
  async (first: unknown) => {
    let value = first
    for (const step of steps) value = await step(value)
    return value
  }

/** Returns the context of a policy: the context of the request, with the type of the policy. */
export function policyContextOf(type: string, context: object): object {
  return Object.create(context, { type: { value: type }, is: { value: (name: string) => name === type } }) as object
}

/** `policy` of `@strapi/utils`. */
const policy = {
  createPolicyContext: policyContextOf,
}

/** Returns a name as lower-case words, joined by `-`. */
const nameToSlug = (name: string, { separator = '-' }: { readonly separator?: string } = {}) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(separator)

const utilities = {
  errors,
  sanitize,
  validate,
  env,
  policy: guarded('policy of @strapi/utils', policy),
  nameToSlug,
  pipeAsync: inOrder,
  mapAsync: (items: readonly unknown[], work: (item: unknown, index: number) => unknown) =>
    Promise.all(items.map((item, index) => work(item, index))),
  removeUndefined: (value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) : value,
  /**
   * Returns the data of a form. `files` is empty: the server has already stored the files, as for generated
   * actions.
   */
  parseMultipartData: ({ request }: { readonly request: { readonly body?: unknown } }) => ({
    data: isRecord(request.body) ? request.body['data'] : undefined,
    files: {},
  }),
}

/** The supported parts of `@strapi/utils`. Access to any other name throws an error with the supported names. */
export const strapiUtils = guarded('@strapi/utils', { ...utilities, default: guarded('@strapi/utils', utilities) })
