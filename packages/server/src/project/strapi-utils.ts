import { isRecord } from '@content-api/model'
import { groupOperators, valueOperators } from '@content-api/engine/plan/operators'
import { asyncUtilities } from './async-utilities.js'
import type { AuthOption } from './content-sanitize.js'
import { MissingPart } from './extension-error.js'
import { guarded } from './guarded.js'
import { withDefaultPagination } from './page-parameters.js'
import { parseMultipartData } from './parse-multipart.js'
import { parseType } from './parse-type.js'
import { contentTypes, relations } from './schema-utilities.js'
import { serviceUrls } from './service-urls.js'
import { errors } from './strapi-errors.js'
import { stringUtilities } from './string-utilities.js'
import { traverseEntity } from './traverse-entity.js'
import { handleYupError, loadYup, validateYupSchema, validateYupSchemaSync } from './yup-validation.js'
import { env } from './strapi-config.js'
import { checkedModel } from './strapi-models.js'
import type { ContentType } from '@content-api/model'

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

/** Returns the context of a policy: the context of the request, with the type of the policy. */
export function policyContextOf(type: string, context: object): object {
  return Object.create(context, { type: { value: type }, is: { value: (name: string) => name === type } }) as object
}

/** `policy` of `@strapi/utils`. */
const policy = {
  createPolicyContext: policyContextOf,
}

/** `setCreatorFields` of `@strapi/utils`. */
const setCreatorFields =
  ({ user, isEdition = false }: { readonly user: { readonly id: unknown }; readonly isEdition?: boolean }) =>
  (data: object): object => ({ ...data, ...(!isEdition && { createdBy: user.id }), updatedBy: user.id })

/** Returns the paths of all values that aren't objects. */
const keysDeep = (value: unknown, path: readonly string[] = []): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, item]) => keysDeep(item, [...path, name]))
    : [path.join('.')]

const isOperator = (name: string, ignoresCase = false): boolean => {
  const known = [...groupOperators, ...Object.keys(valueOperators)]
  return ignoresCase ? known.some((one) => one.toLowerCase() === name.toLowerCase()) : known.includes(name)
}

const utilities = {
  errors,
  sanitize,
  validate,
  env,
  policy: guarded('policy of @strapi/utils', policy),
  contentTypes,
  relations,
  pagination: guarded('pagination of @strapi/utils', { withDefaultPagination }),
  handleYupError,
  validateYupSchema,
  validateYupSchemaSync,
  parseMultipartData,
  parseType,
  traverseEntity,
  setCreatorFields,
  isOperator,
  keysDeep,
  ...asyncUtilities,
  ...serviceUrls,
  ...stringUtilities,
  generateTimestampCode: (date: Date = new Date()) => date.getTime().toString(36),
  removeUndefined: (value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) : value,
  /** The library itself. It is loaded when code reads it. */
  get yup() {
    return loadYup()
  },
}

/** Names of `@strapi/utils` 4.26 that don't exist here. Using their values throws an error. */
const missingNames = [
  'convertQueryParams',
  'file',
  'hooks',
  'importDefault',
  'isOperatorOfType',
  'providerFactory',
  'template',
  'templateConfiguration',
  'traverse',
  'webhook',
]
const names = Object.keys(utilities).join(', ')
const laterErrors = Object.fromEntries(
  missingNames.map((name) => {
    const fail = () => {
      throw new MissingPart(`${name} of @strapi/utils does not exist here. There are: ${names}.`)
    }
    return [name, new Proxy(() => undefined, { apply: fail, construct: fail, get: fail })]
  }),
)
const all: object = Object.defineProperties(
  {},
  { ...Object.getOwnPropertyDescriptors(laterErrors), ...Object.getOwnPropertyDescriptors(utilities) },
)

/** The names of `@strapi/utils` that exist here. */
export const utilityNames: readonly string[] = Object.keys(utilities)

/**
 * The supported parts of `@strapi/utils`. A name that Strapi 4.26 doesn't have either is undefined, as there:
 * files that import it load.
 */
export const strapiUtils: Readonly<Record<string, unknown>> = Object.defineProperty(all, 'default', {
  value: all,
}) as Readonly<Record<string, unknown>>
