import { isRecord, type ContentType } from '@content-api/model'
import { groupOperators, valueOperators, type Values } from '@content-api/engine/plan'
import type { AuthOption } from '../entity-service/content-sanitize.js'
import { MissingPart } from '@content-api/core/errors/extension-error'
import { guarded } from '../host/guarded.js'
import { parseType, stringUtilities } from './string-utilities.js'
import { pagination } from './pagination.js'
import { contentTypes, relations, traverseEntity } from './traverse-entity.js'
import { errors } from './strapi-errors.js'
import { handleYupError, loadYup, validateYupSchema, validateYupSchemaSync } from './yup-validation.js'
import { env } from '../host/strapi-config.js'
import { checkedModel } from '../host/strapi-models.js'

type Work = (...values: readonly never[]) => unknown

const pipeAsync =
  (...steps: readonly Work[]) =>
  async (...first: readonly unknown[]): Promise<unknown> => {
    const [begin, ...others] = steps
    let value = begin ? await begin(...(first as never[])) : first[0]
    for (const step of others) value = await step(value as never)
    return value
  }

interface MapOptions {
  readonly concurrency?: number
}

/** Maps a list, at most `concurrency` items at the same time. */
async function mapAll(items: readonly unknown[], work: Work, { concurrency = Infinity }: MapOptions = {}) {
  const results: unknown[] = []
  const remaining = items.entries()
  const run = async () => {
    for (const [index, item] of remaining) results[index] = await work((await item) as never, index as never)
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, run))
  return results
}

/** The function may come later: `mapAsync(items)(work)`. */
const mapAsync = (items: readonly unknown[], work?: Work, options?: MapOptions) =>
  work ? mapAll(items, work, options) : (later: Work) => mapAll(items, later, options)

const reduceAsync =
  (items: readonly unknown[]) =>
  async (work: Work, first?: unknown): Promise<unknown> => {
    let value = first
    for (const [index, item] of items.entries())
      value = await work(value as never, (await item) as never, index as never)
    return value
  }

const forEachAsync = async (...call: Parameters<typeof mapAll>): Promise<void> => void (await mapAll(...call))

interface ServiceUrls {
  /** A path or an absolute URL, without a slash at the end. */
  readonly serverUrl: string
  readonly adminUrl: string
  readonly adminPath: string
}

const isAbsolute = (url: string) => /^[a-z][a-z\d+.-]*:\/\//i.test(url)
const sectionOf = (config: unknown, name: string): Values => {
  const section = isRecord(config) ? config[name] : undefined
  return isRecord(section) ? section : {}
}

/** Returns `server.url` and `admin.url` of `strapi.config`. */
function getConfigUrls(config: unknown): ServiceUrls {
  const serverUrl = normalized(sectionOf(config, 'server')['url'] ?? '')
  const adminUrl = normalized(sectionOf(config, 'admin')['url'] ?? '/admin')
  if (!isAbsolute(adminUrl)) {
    const absoluteUrl = `${serverUrl}${adminUrl}`
    return { serverUrl, adminUrl: absoluteUrl, adminPath: isAbsolute(serverUrl) ? adminUrl : absoluteUrl }
  }
  const isBelow = serverUrl !== '' && adminUrl.startsWith(serverUrl)
  return { serverUrl, adminUrl, adminPath: isBelow ? adminUrl.slice(serverUrl.length) : new URL(adminUrl).pathname }
}

function normalized(url: unknown): string {
  const text = String(url).replace(/\/$/, '')
  return text === '' || isAbsolute(text) ? text : `/${text.replace(/^\//, '')}`
}

/** Returns a URL with the address on which the service listens, unless it is absolute. */
function withOrigin(url: string, config: unknown): string {
  const { host = 'localhost', port = 1337 } = sectionOf(config, 'server')
  return isAbsolute(url) ? url : `http://${String(host)}:${String(port)}${url}`
}

/** The functions of `@strapi/utils` that read URLs from `strapi.config`. */
const serviceUrls = {
  getConfigUrls,
  getAbsoluteServerUrl: (config: unknown) => withOrigin(getConfigUrls(config).serverUrl, config),
  getAbsoluteAdminUrl: (config: unknown) => withOrigin(getConfigUrls(config).adminUrl, config),
}

type Sanitizers = Omit<ReturnType<typeof checkedModel>['sanitizers'], 'check'>

/** Returns a function that applies a sanitizer of the model to data or a query. */
const applying =
  (name: keyof Sanitizers) =>
  async (value: unknown, model: unknown, option?: AuthOption): Promise<unknown> => {
    const { schema, sanitizers } = checkedModel(model)
    return sanitizers[name](value, schema as ContentType, option)
  }

const checkInput = applying('input')
const cleanOutput = applying('output')
/** `strapi.contentAPI.sanitize` of Strapi 5. */
export const sanitizeContent = { input: checkInput, output: cleanOutput, query: applying('query') }
const sanitizers = { defaultSanitizeOutput: async (model: unknown, entry: unknown) => cleanOutput(entry, model) }
/** `strapi.contentAPI.validate` of Strapi 5. */
export const validateContent = {
  input: applying('validateInput'),
  query: applying('validateQuery'),
}

/** `sanitize` of `@strapi/utils`, also available as `strapi.contentAPI.sanitize`. */
export const sanitize = guarded('sanitize', {
  contentAPI: guarded('sanitize.contentAPI', sanitizeContent),
  sanitizers: guarded('sanitize.sanitizers', sanitizers),
})
/** `validate` of `@strapi/utils`, also available as `strapi.contentAPI.validate`. */
export const validate = guarded('validate', { contentAPI: guarded('validate.contentAPI', validateContent) })

/** Returns the context of a policy: the context of the request, with the type of the policy. */
export function policyContextOf(type: string, context: object): object {
  return Object.create(context, { type: { value: type }, is: { value: (name: string) => name === type } }) as object
}

/** `setCreatorFields` of `@strapi/utils`. */
const setCreatorFields =
  ({ user, isEdition = false }: { readonly user: { readonly id: unknown }; readonly isEdition?: boolean }) =>
  (data: object): object => ({ ...data, ...(!isEdition && { createdBy: user.id }), updatedBy: user.id })

const timestampCode = (date: Date = new Date()) => date.getTime().toString(36)

/** Returns the paths of all values that aren't objects. */
const keysDeep = (value: unknown, path: readonly string[] = []): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, item]) => keysDeep(item, [...path, name]))
    : [path.join('.')]

const isOperator = (name: string, ignoresCase = false): boolean => {
  const known = [...groupOperators, ...Object.keys(valueOperators)]
  return ignoresCase ? known.some((one) => one.toLowerCase() === name.toLowerCase()) : known.includes(name)
}

/** The groups in which Strapi 5 has some of the functions. */
const groups = {
  async: guarded('async of @strapi/utils', { pipe: pipeAsync, map: mapAsync, reduce: reduceAsync }),
  strings: guarded('strings of @strapi/utils', stringUtilities),
  objects: guarded('objects of @strapi/utils', { keysDeep }),
  arrays: guarded('arrays of @strapi/utils', { includesString: stringUtilities.stringIncludes }),
  dates: guarded('dates of @strapi/utils', { timestampCode }),
}

const utilities = {
  ...groups,
  primitives: guarded('primitives of @strapi/utils', {
    strings: groups.strings,
    objects: groups.objects,
    arrays: groups.arrays,
    dates: groups.dates,
  }),
  errors,
  sanitize,
  validate,
  env,
  policy: guarded('policy of @strapi/utils', { createPolicyContext: policyContextOf }),
  contentTypes,
  relations,
  pagination,
  handleYupError,
  validateYupSchema,
  validateYupSchemaSync,
  parseMultipartData,
  parseType,
  traverseEntity,
  setCreatorFields,
  isOperator,
  keysDeep,
  pipeAsync,
  mapAsync,
  reduceAsync,
  forEachAsync,
  ...serviceUrls,
  ...stringUtilities,
  generateTimestampCode: timestampCode,
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

/** The parts of a route's context that `parseMultipartData` reads. */
interface FormContext {
  readonly is?: (type: string) => unknown
  readonly badRequest: (message: string) => unknown
  readonly request: { readonly body?: unknown; readonly files?: Readonly<Record<string, unknown>> }
}

const prefix = 'files.'

/**
 * `parseMultipartData` of `@strapi/utils`: returns the attributes of an entry from the part `data` of a form,
 * and the files by the path of their attribute. Responds with 400 to an invalid form.
 */
function parseMultipartData(context: FormContext): unknown {
  const { body, files = {} } = context.request
  if (!context.is?.('multipart')) return { data: body, files }
  const text = isRecord(body) ? body['data'] : undefined
  if (typeof text !== 'string') {
    return context.badRequest('The part "data" is missing. It must hold the attributes of the entry as JSON.')
  }
  const data = parsed(text)
  if (data === undefined) return context.badRequest("Invalid 'data' field. 'data' should be a valid JSON.")
  const unprefixed = Object.keys(files).find((name) => !name.startsWith(prefix))
  if (unprefixed !== undefined) {
    return context.badRequest(
      `Name the part of the file "${prefix}${unprefixed}" instead of "${unprefixed}", so that it names an attribute.`,
    )
  }
  const byPath = Object.entries(files).map(([name, file]) => [name.slice(prefix.length), file])
  return { data, files: Object.fromEntries(byPath) as Readonly<Record<string, unknown>> }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
