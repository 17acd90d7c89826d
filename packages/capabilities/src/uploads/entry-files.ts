import { type Attribute, type ContentType, isRecord, isScalar, type Registry, type Schema } from '@content-api/model'
import type { Caller } from '@content-api/core/entries/caller'
import { ApiError, didYouMean } from '@content-api/engine/errors'
import type { ReceivedFile } from './receive-form.js'
import type { Uploads } from './uploads.js'

type Values = Record<string, unknown>

/** The media attribute that gets a file. */
interface FileTarget {
  readonly holder: Values
  readonly name: string
}

const prefix = 'files.'

/**
 * Stores the files of an entry, adds their ids to its data, and writes the entry. A file in a component has
 * the field `files.<component>.<attribute>` or `files.<list>.<index>.<attribute>`.
 * @param write if it throws, the files are deleted again
 * @throws ApiError for a file that names no media attribute
 */
export async function writeWithFiles<Result>(
  files: readonly ReceivedFile[],
  entry: { readonly type: ContentType; readonly data: Values },
  {
    registry,
    uploads,
    caller,
  }: { readonly registry: Registry; readonly uploads: Pick<Uploads, 'keep'>; readonly caller: Caller },
  write: () => Promise<Result>,
): Promise<Result> {
  const targets = files.map(({ field }) => targetOf(field, entry.type, entry.data, registry))
  if (files.length === 0) return write()
  const kept = await uploads.keep(caller, files)
  try {
    for (const [index, { holder, name }] of targets.entries()) {
      holder[name] = [...listOf(holder[name]), kept.ids[index]]
    }
    return await write()
  } catch (error) {
    await kept.discard()
    throw error
  }
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
export function requireHolder(field: string, type: ContentType): void {
  const [name = '', ...rest] = pathOf(field)
  const attribute = attributeOf(type, name)
  const inComponent = attribute?.type === 'component' || attribute?.type === 'dynamiczone'
  if (rest.length === 0 ? attribute?.type !== 'media' : !inComponent) throw notMedia(field, name, type)
}

/** Finds the attribute for a file, with `data`. @throws ApiError */
export function targetOf(field: string, type: ContentType, data: Values, registry: Registry): FileTarget {
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

/**
 * Returns the files that `data` already has for the attribute as a list. The check of the body rejects
 * invalid ids.
 */
function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}
