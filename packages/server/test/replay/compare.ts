import type { JsonResponse } from './exchange.js'

/**
 * Describes the differences between the expected and the actual response; empty if they agree. Compares
 * bodies as JSON, whatever the order of keys, with placeholders matched. Compares errors by status, name and
 * the paths in their details. Of messages, compares only the name after "Invalid parameter".
 */
export function differences(
  expected: JsonResponse,
  input: JsonResponse,
  request: { headers?: Readonly<Record<string, string>> } = {},
): string[] {
  const found: string[] = []
  if (expected.status !== input.status) found.push(`status ${input.status}, expected ${expected.status}`)
  for (const name of comparedHeaders(request)) {
    const [ours, theirs] = [input.headers[name] ?? '', expected.headers[name] ?? '']
    if (!sameHeader(name, theirs, ours)) found.push(`header ${name}: ${show(ours)}, expected ${show(theirs)}`)
  }
  found.push(...differentBody(expected, input))
  return found
}

function comparedHeaders({ headers = {} }: { headers?: Readonly<Record<string, string>> }): string[] {
  const always = ['content-type', 'allow', 'retry-after']
  const withOrigin = Object.keys(headers).some((name) => name.toLowerCase() === 'origin')
  if (!withOrigin) return always
  const cors = ['allow-origin', 'allow-credentials', 'allow-methods', 'allow-headers', 'max-age', 'expose-headers']
  return [...always, ...cors.map((name) => `access-control-${name}`)]
}

/** Lists of methods and header names are sets. Media types ignore case and spaces. */
function sameHeader(name: string, expected: string, input: string): boolean {
  const normal = (value: string) => value.toLowerCase().replace(/\s+/g, '')
  if (name === 'allow' || name.endsWith('-methods') || name.endsWith('-headers')) {
    const set = (value: string) => normal(value).split(',').filter(Boolean).toSorted().join()
    return set(expected) === set(input)
  }
  return normal(expected) === normal(input)
}

function differentBody(expected: JsonResponse, input: JsonResponse): string[] {
  if (expected.empty) return input.empty ? [] : [`body ${show(input.body)}, expected none`]
  // The recording has only the beginning of bodies that are not JSON.
  if (expected.rawLimit !== undefined && typeof expected.body === 'string') {
    const raw = typeof input.body === 'string' ? input.body : JSON.stringify(input.body)
    const start = expected.body.slice(0, expected.rawLimit)
    return raw?.startsWith(start) ? [] : [`body starts ${show(raw?.slice(0, 40))}, expected ${show(start)}`]
  }
  const theirs = errorOf(expected.body)
  const ours = errorOf(input.body)
  if (theirs && ours) return differentError(theirs, ours)
  return differentResult(expected.body, input.body, '')
}

/** Compares the body of a GraphQL response, or of a batch: error by error, and all else by value. */
function differentResult(expected: unknown, input: unknown, path: string): string[] {
  if (Array.isArray(expected) && Array.isArray(input) && expected.length === input.length) {
    return expected.flatMap((item, index) => differentResult(item, input[index], `${path}[${index}]`))
  }
  const theirs = errorsOf(expected)
  const ours = errorsOf(input)
  if (!theirs || !ours || theirs.length !== ours.length) return differentValue(expected, input, path)
  const without = (body: unknown) => ({ ...(body as object), errors: [] })
  return [
    ...differentValue(without(expected), without(input), path),
    ...theirs.flatMap((error, index) => differentGraphqlError(error, ours[index], `${path}.errors[${index}]`)),
  ]
}

interface GraphqlError {
  readonly message: string
  readonly extensions?: { readonly error?: Omit<ErrorBody, 'status'> }
}

function errorsOf(body: unknown): readonly GraphqlError[] | null {
  const errors = (body as { errors?: unknown } | null)?.errors
  return Array.isArray(errors) ? (errors as GraphqlError[]) : null
}

/**
 * Compares an error with `extensions.error` as in REST, and other errors by value. If a rule expects an error
 * without a message, any message agrees. A message may add advice to that of Strapi.
 */
function differentGraphqlError(theirs: GraphqlError, ours: GraphqlError | undefined, path: string): string[] {
  if (!ours) return [`${path}: missing`]
  const bare = (error: GraphqlError) => {
    const { message, extensions: { error: inner, ...extensions } = {}, ...rest } = error
    const worded = theirs.extensions?.error === undefined && !ours.message.startsWith(theirs.message)
    return { ...rest, extensions, known: inner !== undefined, ...(worded && { message }) }
  }
  const [one, other] = [theirs.extensions?.error, ours.extensions?.error]
  const inner = one && other ? differentError({ status: 0, ...one }, { status: 0, ...other }) : []
  return [...differentValue(bare(theirs), bare(ours), path), ...inner]
}

interface ErrorBody {
  readonly status: number
  readonly name: string
  readonly message: string
  readonly details?: { readonly errors?: readonly { readonly path: readonly string[] }[] }
}

function errorOf(body: unknown): ErrorBody | null {
  const error = (body as { error?: ErrorBody } | null)?.error
  return error && typeof error === 'object' && 'name' in error ? error : null
}

function differentError(theirs: ErrorBody, ours: ErrorBody): string[] {
  const found: string[] = []
  if (theirs.status !== ours.status) found.push(`error.status ${ours.status}, expected ${theirs.status}`)
  if (theirs.name !== ours.name)
    found.push(`error.name ${ours.name} (${ours.message}), expected ${theirs.name} (${theirs.message})`)
  if (!samePaths(pathsOf(theirs), pathsOf(ours))) {
    const printed = (error: ErrorBody) => `[${pathsOf(error).join(' ')}] (${error.message})`
    found.push(`error.details.errors paths ${printed(ours)}, expected ${printed(theirs)}`)
  }
  const named = /^Invalid parameter (\S+)/.exec(theirs.message)?.[1]
  if (named !== undefined && !ours.message.includes(named))
    found.push(`error.message ${show(ours.message)} does not name ${named}`)
  return found
}

function pathsOf(error: ErrorBody): string[] {
  return (error.details?.errors ?? []).map(({ path }) => path.join('.')).toSorted()
}

/** If an expected path is empty, the actual error may have further paths: they are at least as exact. */
function samePaths(theirs: readonly string[], ours: readonly string[]): boolean {
  const unnamed = theirs.filter((path) => path === '').length
  const left = [...ours]
  for (const path of theirs.filter((path) => path !== '')) {
    const at = left.indexOf(path)
    if (at === -1) return false
    left.splice(at, 1)
  }
  return unnamed > 0 ? true : left.length === 0
}

/** The placeholders of the recording, as patterns. */
const placeholders: Readonly<Record<string, string>> = {
  '<now>': String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`,
  '<hash>': '[0-9a-f]{10}',
  '<hex>': '[0-9a-f]+',
  '<jwt>': String.raw`[\w-]+\.[\w-]+\.[\w-]+`,
  '<bcrypt>': String.raw`\$.+`,
}
const placeholder = /<(?:now|hash|hex|jwt|bcrypt)>/

function differentValue(expected: unknown, input: unknown, path: string): string[] {
  const here = path || 'body'
  if (expected === input) return []
  if (typeof expected === 'string' && placeholder.test(expected)) {
    return typeof input === 'string' && pattern(expected).test(input)
      ? []
      : [`${here}: ${show(input)}, expected ${show(expected)}`]
  }
  if (Array.isArray(expected)) {
    if (expected.length === 1 && expected[0] === '<stack>') return []
    if (!Array.isArray(input)) return [`${here}: ${show(input)}, expected an array`]
    const lengths =
      expected.length === input.length ? [] : [`${here}: ${input.length} items, expected ${expected.length}`]
    const items = expected
      .slice(0, input.length)
      .flatMap((item, index) => differentValue(item, input[index], `${path}[${index}]`))
    return [...lengths, ...items]
  }
  if (expected !== null && typeof expected === 'object') {
    if (input === null || typeof input !== 'object' || Array.isArray(input))
      return [`${here}: ${show(input)}, expected an object`]
    const theirs = expected as Record<string, unknown>
    const ours = input as Record<string, unknown>
    const missing = Object.keys(theirs)
      .filter((key) => !(key in ours))
      .map((key) => `${path}.${key}: missing`)
    const extra = Object.keys(ours)
      .filter((key) => !(key in theirs))
      .map((key) => `${path}.${key}: not expected (${show(ours[key])})`)
    const common = Object.keys(theirs).filter((key) => key in ours)
    return [...missing, ...extra, ...common.flatMap((key) => differentValue(theirs[key], ours[key], `${path}.${key}`))]
  }
  return [`${here}: ${show(input)}, expected ${show(expected)}`]
}

function pattern(expected: string): RegExp {
  const parts = expected.split(/(<(?:now|hash|hex|jwt|bcrypt)>)/)
  const source = parts
    .map((part) => placeholders[part] ?? part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('')
  return new RegExp(`^${source}$`, 's')
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
