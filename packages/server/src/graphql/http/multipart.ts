import type { FormFields } from '../../upload/receive-form.js'
import { badRequest } from './parameters.js'
import { markReceived } from './received-files.js'

type Container = Record<string, unknown>

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

/** The operations of a form whose files are still to be received. */
export interface FormOperations {
  /** What the JSON body of a request without files would be, with an empty object in the place of each file. */
  readonly operations: unknown
  /** Those objects, by the name of the file's part. */
  readonly files: ReadonlyMap<string, object>
}

/**
 * Reads the operations of a form by the GraphQL multipart request specification: `operations`, and `map` with the places of each
 * file. Both come before the files.
 * @throws GraphQLError with the code BAD_REQUEST for a form that doesn't fit together
 */
export function readFormOperations(fields: FormFields): FormOperations {
  const operations = jsonField(fields, 'operations')
  const map = jsonField(fields, 'map')
  if (!isContainer(operations)) throw badRequest('The part "operations" must be an object or a list of them.')
  if (!isContainer(map) || Array.isArray(map)) throw badRequest('The part "map" must be an object.')
  rejectUnknown(fields)
  const files = new Map<string, object>()
  const most = Object.values(map).reduce((sum: number, paths) => sum + (Array.isArray(paths) ? paths.length : 0), 0)
  for (const [field, paths] of Object.entries(map)) {
    if (!Array.isArray(paths) || paths.length === 0) throw badRequest(`"map" must have a list for ${quote(field)}.`)
    const file = {}
    markReceived(file)
    files.set(field, file)
    for (const path of paths) put(operations, path, file, most)
  }
  return { operations, files }
}

/** @throws GraphQLError with the code BAD_REQUEST when `map` doesn't name the file, or names it for another one */
export function requireMapped({ files }: FormOperations, field: string): void {
  if (!files.has(field)) throw badRequest(`The file ${quote(field)} is not in "map".`)
}

/**
 * Gives the objects in the places of files what was received.
 * @throws GraphQLError with the code BAD_REQUEST when files are missing, or came twice
 */
export function putFiles(
  { files }: FormOperations,
  received: readonly { readonly field: string }[],
  fields: FormFields,
): void {
  rejectUnknown(fields)
  const byField = new Map(received.map((file) => [file.field, file]))
  if (byField.size < received.length) throw badRequest('Two files have the same name of their part.')
  for (const [field, file] of files) {
    const found = byField.get(field)
    if (found === undefined) throw badRequest(`"map" names the file ${quote(field)}, which is not there.`)
    Object.assign(file, found)
  }
}

function rejectUnknown(fields: FormFields): void {
  const unknown = fields.find(({ name }) => name !== 'operations' && name !== 'map')
  if (unknown) throw badRequest(`The part ${quote(unknown.name)} is neither "operations", "map" nor a file.`)
  for (const name of ['operations', 'map'] as const) {
    if (fields.filter((field) => field.name === name).length > 1)
      throw badRequest(`The part "${name}" is there more than once.`)
  }
}

function jsonField(fields: FormFields, name: string): unknown {
  const field = fields.find((field) => field.name === name)
  if (field === undefined) throw badRequest(`The part "${name}" is missing. It must come before the files.`)
  try {
    return JSON.parse(field.value)
  } catch {
    throw badRequest(`The part "${name}" is not valid JSON.`)
  }
}

/**
 * Puts a file at `variables.files.0`, in a list of operations at `1.variables.file`. The specification has null there; clients
 * that leave the variable out, or all of them, mean the same.
 * @param most the items that a list may come to
 */
function put(operations: Container, path: unknown, file: unknown, most: number): void {
  const keys = typeof path === 'string' ? path.split('.') : []
  const operation = Array.isArray(operations) ? operations[Number(keys.shift())] : operations
  if (keys[0] !== 'variables' || keys.length < 2 || !isContainer(operation)) throw leadsNowhere(path)
  let at = operation
  requireDeclared(operation, keys[1] as string, path)
  for (const [index, key] of keys.entries()) {
    const last = index === keys.length - 1
    const found = Object.hasOwn(at, key) ? at[key] : null
    if (last ? found !== null : found !== null && !isContainer(found)) throw leadsNowhere(path)
    const next = last ? file : (found ?? (isIndex(keys[index + 1]) ? [] : {}))
    if (found === null) fill(at, key, next, most, path)
    at = next as Container
  }
}

/** A misspelt name would be a variable that nobody reads. */
function requireDeclared(operation: Container, name: string, path: unknown): void {
  const { query } = operation
  const declared = /^\w+$/.test(name) && typeof query === 'string' && new RegExp(`\\$${name}\\b`).test(query)
  if (!declared) throw badRequest(`"map" leads to ${quote(path)}, but the query has no variable ${quote(`$${name}`)}.`)
}

function fill(container: Container, key: string, value: unknown, most: number, path: unknown): void {
  if (!Array.isArray(container)) {
    // A plain assignment would change the prototype by `__proto__`.
    Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true })
    return
  }
  if (!isIndex(key) || Number(key) >= Math.max(most, container.length)) throw leadsNowhere(path)
  while (container.length < Number(key)) container.push(null)
  container[Number(key)] = value
}

const isIndex = (key: string | undefined) => key !== undefined && /^(0|[1-9]\d{0,5})$/.test(key)

const leadsNowhere = (path: unknown) =>
  badRequest(
    `"map" leads to ${quote(path)}, which is no variable, or one that has a value. Name it as "variables.file".`,
  )

const quote = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 100)
