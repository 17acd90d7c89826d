import { type Attribute, type ContentType, isRecord, isScalar, type Registry, type Schema } from '@content-api/model'
import type { Caller } from '../../entries/caller.js'
import { ApiError } from '../../errors/api-error.js'
import { didYouMean } from '../../errors/did-you-mean.js'
import type { FormFields, FormGate, ReceivedForm } from '../../upload/receive-form.js'
import type { Uploads } from '../../upload/uploads.js'
import { parseBody } from '../../message/body.js'
import { singleField } from './multipart-request.js'
import type { FormOptions } from './upload-form.js'

export interface EntryFormOptions extends FormOptions {
  readonly registry: Registry
  readonly uploads: Uploads
}

const prefix = 'files.'

/**
 * Returns a function that checks each file of a form before it is stored. The parts may have any order. A
 * file after `data` must name a media attribute in `data`. A file before `data` must name an attribute that
 * may contain files.
 */
export function entryFormGate(
  type: ContentType,
  caller: Caller,
  options: EntryFormOptions,
): NonNullable<FormGate['admit']> {
  let data: Values | undefined
  return (fields, field) => {
    options.uploads.requireUpload(caller)
    if (fields.some(({ name }) => name === 'data')) data ??= readData(fields, options)
    if (data) targetOf(field, type, data, options.registry)
    else requireHolder(field, type)
  }
}

/**
 * Writes an entry from a form. The part `data` contains the attributes as JSON, the parts `files.<attribute>`
 * contain files. Files in components have the names `files.<component>.<attribute>` or
 * `files.<list>.<index>.<attribute>`.
 * @param write writes the entry of a body `{ data }`; if it throws, the files are deleted again
 * @throws ApiError
 */
export async function writeEntryForm<Result>(
  form: ReceivedForm,
  type: ContentType,
  caller: Caller,
  options: EntryFormOptions,
  write: (body: unknown) => Promise<Result>,
): Promise<Result> {
  const data = readData(form.fields, options)
  const targets = form.files.map(({ field }) => targetOf(field, type, data, options.registry))
  if (form.files.length === 0) return write({ data })
  const kept = await options.uploads.keep(caller, form.files)
  try {
    for (const [index, { holder, name }] of targets.entries()) {
      holder[name] = [...listOf(holder[name]), kept.ids[index]]
    }
    return await write({ data })
  } catch (error) {
    await kept.discard()
    throw error
  }
}

type Values = Record<string, unknown>

function readData(fields: FormFields, { limits, strict }: EntryFormOptions): Values {
  const text = singleField({ fields }, 'data')
  const other = fields.find(({ name }) => name !== 'data')
  if (strict && other)
    throw new ApiError(
      'BadRequestError',
      `The part ${JSON.stringify(other.name)} is not known: put the attributes as JSON into the part "data"`,
    )
  if (text === undefined) {
    throw new ApiError(
      'ValidationError',
      'Missing "data" payload in the request body: a form needs a part "data" with JSON',
    )
  }
  const data = parseBody(Buffer.from(text), 'application/json', limits)
  if (isRecord(data)) return data
  throw new ApiError('ValidationError', 'The part "data" must be a JSON object with the attributes of one entry')
}

interface FileTarget {
  readonly holder: Values
  readonly name: string
}

function pathOf(field: string): string[] {
  if (field.startsWith(prefix)) return field.slice(prefix.length).split('.')
  throw new ApiError(
    'BadRequestError',
    `The part of a file must be named "files.<attribute>", not ${JSON.stringify(field)}`,
  )
}

const attributeOf = ({ declared }: Schema, name: string): Attribute | undefined =>
  Object.hasOwn(declared, name) ? declared[name] : undefined

/** Checks the name of a file's part as far as possible without `data`. */
function requireHolder(field: string, type: ContentType): void {
  const [name = '', ...rest] = pathOf(field)
  const attribute = attributeOf(type, name)
  const inComponent = attribute?.type === 'component' || attribute?.type === 'dynamiczone'
  if (rest.length === 0 ? attribute?.type !== 'media' : !inComponent) throw notMedia(field, name, type)
}

function targetOf(field: string, type: ContentType, data: Values, registry: Registry): FileTarget {
  const path = pathOf(field)
  let schema: Schema = type
  let holder = data
  for (;;) {
    const name = path.shift() ?? ''
    const attribute = attributeOf(schema, name)
    if (attribute?.type === 'media' && path.length === 0) return { holder, name }
    if (!attribute || (attribute.type !== 'component' && attribute.type !== 'dynamiczone'))
      throw notMedia(field, name, schema)
    const repeated = attribute.type === 'dynamiczone' || attribute.repeatable
    const value = repeated ? itemOf(holder[name], path.shift()) : holder[name]
    if (!isRecord(value)) throw new ApiError('BadRequestError', `${field} names a component that "data" doesn't have`)
    const uid = attribute.type === 'component' ? attribute.component : String(value['__component'])
    const component: Schema | undefined = registry.components.get(uid)
    if (!component) throw new ApiError('BadRequestError', `${field} names a component of unknown type in "data"`)
    schema = component
    holder = value
  }
}

function itemOf(list: unknown, index: string | undefined): unknown {
  return Array.isArray(list) && index !== undefined && /^\d{1,6}$/.test(index) ? list[Number(index)] : undefined
}

function notMedia(field: string, name: string, schema: Schema): ApiError {
  const names = Object.entries(schema.declared).flatMap(([name, attribute]) =>
    isScalar(attribute) || attribute.type === 'relation' ? [] : [name],
  )
  const hint = didYouMean(name, names)
  return new ApiError('BadRequestError', `${field} is not a media attribute of ${schema.uid}${hint}`)
}

/** Returns the files that `data` already has for the attribute as a list. The check of the body rejects invalid ids. */
function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}
