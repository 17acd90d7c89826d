import { isRecord } from '@content-api/model'

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
export function parseMultipartData(context: FormContext): unknown {
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
