import { isRecord } from '@content-api/model'
import { createRequire } from 'node:module'
import { type YupError, YupValidationError } from './strapi-errors.js'
import { isCamelCase, isKebabCase } from './string-utilities.js'

type Check = (value: unknown) => boolean

interface YupSchema {
  validate(value: unknown, options: object): Promise<unknown>
  validateSync(value: unknown, options: object): unknown
}

/** The functions of yup 0.32 that the additions need. */
interface Yup {
  readonly [name: string]: unknown
  readonly addMethod: (type: unknown, name: string, method: (this: never, ...values: never[]) => unknown) => void
  readonly ValidationError: new (errors: string | readonly unknown[], value?: unknown, path?: string) => Error
}

// The library is CommonJS, and code reads it without waiting.
const require = createRequire(import.meta.url)

let loaded: Yup | undefined

/** Loads yup when project code reads it, with the methods that Strapi 4 adds. */
export function loadYup(): Yup {
  if (loaded) return loaded
  const yup = require('yup') as Yup
  const { mixed, string, object, array, MixedSchema } = yup
  addCheck(yup, mixed, 'notNil', '${path} must be defined.', (value) => value !== undefined && value !== null)
  addCheck(yup, mixed, 'notNull', '${path} cannot be null.', (value) => value !== null)
  addCheck(yup, mixed, 'isFunction', '${path} is not a function', (value) => unset(value) || isFunction(value))
  const camelCase = '${path} is not in camel case (anExampleOfCamelCase)'
  addCheck(yup, string, 'isCamelCase', camelCase, (value) => unset(value) || isCamelCase(value as string))
  const kebabCase = '${path} is not in kebab case (an-example-of-kebab-case)'
  addCheck(yup, string, 'isKebabCase', kebabCase, (value) => unset(value) || isKebabCase(value as string))
  const functions = '${path} contains values that are not functions'
  addCheck(yup, object, 'onlyContainsFunctions', functions, (value) => {
    return unset(value) || (isRecord(value) && Object.values(value).every(isFunction))
  })
  yup.addMethod(array, 'uniqueProperty', uniqueProperty(yup))
  const Mixed = MixedSchema as new (options: object) => object
  class StrapiIDSchema extends Mixed {
    constructor() {
      super({ type: 'strapiID' })
    }

    _typeCheck(value: unknown): boolean {
      return typeof value === 'string' || (Number.isInteger(value) && (value as number) >= 0)
    }
  }
  // A copy: the module itself belongs to Node's cache.
  loaded = { ...yup, StrapiIDSchema, strapiID: () => new StrapiIDSchema() }
  return loaded
}

const unset: Check = (value) => value === undefined || value === null
const isFunction: Check = (value) => typeof value === 'function'

interface Tested {
  test(name: string, message: string, check: Check): unknown
}

function addCheck(yup: Yup, type: unknown, name: string, defaultMessage: string, check: Check): void {
  yup.addMethod(type, name, function (this: Tested, message: string = defaultMessage) {
    return this.test(name, message, check)
  })
}

/** Adds a check that no two items of a list have the same value of a property. */
function uniqueProperty({ ValidationError }: Yup) {
  return function (
    this: { test(name: string, message: string, check: unknown): unknown },
    name: string,
    message: string,
  ) {
    return this.test('unique', message, function (this: { readonly path: string }, list: unknown) {
      if (!Array.isArray(list)) return true
      const values = list.map((item: unknown) => (isRecord(item) ? item[name] : undefined))
      const repeated = values.flatMap((value, index) => {
        const isRepeated = value !== undefined && values.indexOf(value) !== values.lastIndexOf(value)
        return isRepeated ? [new ValidationError(message, value, `${this.path}[${index}].${name}`)] : []
      })
      return repeated.length === 0 || new ValidationError(repeated)
    })
  }
}

/** @throws YupValidationError always */
export function handleYupError(error: unknown, message?: string): never {
  throw new YupValidationError(error as YupError, message)
}

/** Values aren't converted, and all problems are reported. */
const defaults = { strict: true, abortEarly: false }

/** Returns a function that checks a body with a schema of yup. It throws a YupValidationError. */
export const validateYupSchema =
  (schema: YupSchema, options: object = {}) =>
  async (body: unknown, message?: string): Promise<unknown> =>
    schema.validate(body, { ...defaults, ...options }).catch((error: unknown) => handleYupError(error, message))

/** Does the same for schemas without asynchronous checks. */
export const validateYupSchemaSync =
  (schema: YupSchema, options: object = {}) =>
  (body: unknown, message?: string): unknown => {
    try {
      return schema.validateSync(body, { ...defaults, ...options })
    } catch (error) {
      return handleYupError(error, message)
    }
  }
