import { getOrCreate } from '@content-api/engine/on-demand'
import type { JsonShapeLimits } from '@content-api/core/config/json-shape-limits'
import { shapeFault } from '@content-api/core/message/json-shape'
import type { FormFields } from '@content-api/capabilities/uploads/receive-form'
import { badRequest } from './parameters.js'

type Container = Record<string, unknown>

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

/** The operations of a form whose files are still to be received. */
export interface FormOperations {
  /** The JSON body of the request, with an empty object in place of each file. */
  readonly operations: unknown
  /** The empty objects, by the names of the files' parts. */
  readonly files: ReadonlyMap<string, object>
}

/**
 * Reads the parts `operations` and `map` of a form (GraphQL multipart request specification). `map` contains
 * the paths of each file in the operations. Both parts come before the files.
 * @throws GraphQLError with the code BAD_REQUEST for an invalid form
 */
export function readFormOperations(fields: FormFields, limits: JsonShapeLimits): FormOperations {
  const operations = jsonField(fields, 'operations', limits)
  const map = jsonField(fields, 'map', limits)
  if (!isContainer(operations)) throw badRequest('The part "operations" must be an object or a list of them.')
  if (!isContainer(map) || Array.isArray(map)) throw badRequest('The part "map" must be an object.')
  rejectUnknown(fields)
  const files = new Map<string, object>()
  const maximumLength = Object.values(map).flat().length
  for (const [field, paths] of Object.entries(map)) {
    if (!Array.isArray(paths) || paths.length === 0) throw badRequest(`"map" must have a list for ${quote(field)}.`)
    const file = {}
    received.add(file)
    files.set(field, file)
    for (const path of paths) put(operations, path, file, maximumLength)
  }
  return { operations, files }
}

/** Checks that `map` names a file. @throws GraphQLError with the code BAD_REQUEST */
export function requireMapped({ files }: FormOperations, field: string): void {
  if (!files.has(field)) throw badRequest(`The file ${quote(field)} is not in "map".`)
}

/**
 * Copies the received files into the empty objects.
 * @throws GraphQLError with the code BAD_REQUEST if a file is missing, a part is unknown, or two parts have
 * the same name
 */
export function putFiles(
  { files }: FormOperations,
  received: readonly { readonly field: string }[],
  fields: FormFields,
): void {
  rejectUnknown(fields)
  const byField = new Map(received.map((file) => [file.field, file]))
  if (byField.size < received.length) throw badRequest('Two parts with files have the same name.')
  for (const [field, file] of files) {
    const found = byField.get(field)
    if (found === undefined) throw badRequest(`"map" names the file ${quote(field)}, which is not in the form.`)
    Object.assign(file, found)
  }
}

function rejectUnknown(fields: FormFields): void {
  const unknown = fields.find(({ name }) => name !== 'operations' && name !== 'map')
  if (unknown) throw badRequest(`The part ${quote(unknown.name)} is neither "operations", "map" nor a file.`)
  for (const name of ['operations', 'map'] as const) {
    if (fields.filter((field) => field.name === name).length > 1)
      throw badRequest(`The form has more than one part "${name}".`)
  }
}

function jsonField(fields: FormFields, name: string, limits: JsonShapeLimits): unknown {
  const field = fields.find((field) => field.name === name)
  if (field === undefined) throw badRequest(`The part "${name}" is missing. It must come before the files.`)
  const fault = shapeFault(field.value, limits)
  if (fault !== null) throw badRequest(`The part "${name}" ${fault}.`)
  try {
    return JSON.parse(field.value)
  } catch {
    throw badRequest(`The part "${name}" is not valid JSON.`)
  }
}

/**
 * Puts a file at a path such as `variables.files.0` or, in a list of operations, `1.variables.file`. The
 * specification requires null there. Some clients omit the variable or all variables, which is accepted too.
 * @param maximumLength the maximum length of a list
 */
function put(operations: Container, path: unknown, file: unknown, maximumLength: number): void {
  const keys = typeof path === 'string' ? path.split('.') : []
  const operation = Array.isArray(operations) ? operations[Number(keys.shift())] : operations
  if (keys[0] !== 'variables' || keys.length < 2 || !isContainer(operation)) throw invalidPath(path)
  let at = operation
  requireDeclared(operation, keys[1] as string, path)
  for (const [index, key] of keys.entries()) {
    const last = index === keys.length - 1
    const found = Object.hasOwn(at, key) ? at[key] : null
    if (last ? found !== null : found !== null && !isContainer(found)) throw invalidPath(path)
    const next = last ? file : (found ?? (isIndex(keys[index + 1]) ? [] : {}))
    if (found === null) fill(at, key, next, maximumLength, path)
    at = next as Container
  }
}

const declared = new WeakMap<Container, ReadonlySet<string>>()

/** Returns the names of all variables in the query of an operation. Each of many paths looks its own name up. */
function declaredBy(operation: Container): ReadonlySet<string> {
  return getOrCreate(declared, operation, () => {
    const { query } = operation
    const names = typeof query === 'string' ? query.matchAll(/\$(\w+)/g) : []
    return new Set(Array.from(names, ([, name = '']) => name))
  })
}

/** Checks that the query declares a variable. Otherwise a misspelled name would be ignored. */
function requireDeclared(operation: Container, name: string, path: unknown): void {
  if (!declaredBy(operation).has(name))
    throw badRequest(`"map" contains the path ${quote(path)}, but the query has no variable ${quote(`$${name}`)}.`)
}

function fill(container: Container, key: string, value: unknown, maximumLength: number, path: unknown): void {
  if (!Array.isArray(container)) {
    // A plain assignment would change the prototype by `__proto__`.
    Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true })
    return
  }
  if (!isIndex(key) || Number(key) >= Math.max(maximumLength, container.length)) throw invalidPath(path)
  while (container.length < Number(key)) container.push(null)
  container[Number(key)] = value
}

const isIndex = (key: string | undefined) => key !== undefined && /^(0|[1-9]\d{0,5})$/.test(key)

const invalidPath = (path: unknown) =>
  badRequest(`The path ${quote(path)} in "map" must lead to a variable whose value is null. Example: "variables.file".`)

const quote = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 100)

/** The files of multipart requests. An object of a client is never accepted as a file, even if it looks like one. */
const received = new WeakSet<object>()

export function isReceived(value: unknown): value is object {
  return typeof value === 'object' && value !== null && received.has(value)
}

/** Returns whether a value contains a file at any depth. */
export function holdsFile(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return received.has(value) || Object.values(value).some(holdsFile)
}
