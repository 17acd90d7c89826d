import { badRequest } from './parameters.js'
import { markReceived } from './received-files.js'

/** A multipart form that has been received, whatever its files are. */
export interface FormOfOperations {
  readonly fields: readonly { readonly name: string; readonly value: string }[]
  readonly files: readonly { readonly field: string }[]
}

type Container = Record<string, unknown>

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

/**
 * The operations of a form by the GraphQL multipart request specification: `operations` with null where a file belongs, `map`
 * with the places of each file, and a part for each file.
 * @returns what would else be the JSON body, the files in their places
 * @throws GraphQLError with the code BAD_REQUEST for a form that doesn't fit together
 */
export function operationsOfForm({ fields, files }: FormOfOperations): unknown {
  const operations = jsonField(fields, 'operations')
  const map = jsonField(fields, 'map')
  if (!isContainer(operations)) throw badRequest('The part "operations" must be an object or a list of them.')
  if (!isContainer(map) || Array.isArray(map)) throw badRequest('The part "map" must be an object.')
  files.forEach(markReceived)
  const byField = new Map(files.map((file) => [file.field, file]))
  if (byField.size < files.length) throw badRequest('Two files have the same name of their part.')
  const unknown = fields.find(({ name }) => name !== 'operations' && name !== 'map')
  if (unknown) throw badRequest(`The part ${quote(unknown.name)} is neither "operations", "map" nor a file.`)
  for (const field of byField.keys()) {
    if (!Object.hasOwn(map, field)) throw badRequest(`The file ${quote(field)} is not in "map".`)
  }
  for (const [field, places] of Object.entries(map)) {
    const file = byField.get(field)
    if (file === undefined) throw badRequest(`"map" names the file ${quote(field)}, which is not there.`)
    if (!Array.isArray(places) || places.length === 0) throw badRequest(`"map" must have a list for ${quote(field)}.`)
    for (const place of places) put(operations, place, file)
  }
  return operations
}

function jsonField(fields: FormOfOperations['fields'], name: string): unknown {
  const [first, second] = fields.filter((field) => field.name === name)
  if (first === undefined) throw badRequest(`The part "${name}" is missing.`)
  if (second !== undefined) throw badRequest(`The part "${name}" is there more than once.`)
  try {
    return JSON.parse(first.value)
  } catch {
    throw badRequest(`The part "${name}" is not valid JSON.`)
  }
}

/** `variables.files.0`, in a list of operations after the number of one: `1.variables.file`. */
function put(operations: Container, place: unknown, file: unknown): void {
  const keys = typeof place === 'string' ? place.split('.') : []
  const last = keys.pop()
  const inVariables = keys[Array.isArray(operations) ? 1 : 0] === 'variables'
  let at: unknown = operations
  for (const key of keys) at = isContainer(at) && Object.hasOwn(at, key) ? at[key] : undefined
  if (!inVariables || last === undefined || !isContainer(at) || !Object.hasOwn(at, last) || at[last] !== null) {
    throw badRequest(`"map" leads to ${quote(place)}, where no variable waits for a file with null.`)
  }
  at[last] = file
}

const quote = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 100)
