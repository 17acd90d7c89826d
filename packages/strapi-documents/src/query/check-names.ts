import { isRecord, isScalar, type Schema } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import { isValueOperator } from '@content-api/engine/plan'
import {
  invalidQueryKey,
  type KeyParameter,
  pathOf,
  type QueryContext,
  requireAttribute,
  schemaBehind,
} from './named-attribute.js'

const groups: ReadonlySet<string> = new Set(['$and', '$or', '$not'])

/** Checks the names in `filters`. The values are checked when they are read. @throws ApiError ValidationError */
export function checkFilters(schema: Schema, raw: unknown, context: QueryContext, parent: string | null = null): void {
  if (!isRecord(raw)) return
  for (const [key, value] of Object.entries(raw)) {
    if (groups.has(key)) {
      for (const part of [value].flat()) checkFilters(schema, part, context, parent)
      continue
    }
    // Operators compare the entry that a relation leads to.
    if (parent !== null && isValueOperator(key)) continue
    const attribute = requireAttribute(schema, key, { parent, param: 'filters' }, context)
    const path = pathOf(parent, key)
    if (isScalar(attribute)) {
      checkOperators(value, path)
      continue
    }
    const target = schemaBehind(attribute, context.registry)
    if (!target) throw invalidQueryKey(key, path, 'filters')
    checkFilters(target, value, context, path)
  }
}

function checkOperators(value: unknown, path: string): void {
  if (!isRecord(value)) return
  for (const [key, part] of Object.entries(value)) {
    if (groups.has(key)) for (const item of [part].flat()) checkOperators(item, path)
    else if (!isValueOperator(key)) throw invalidQueryKey(key, path, 'filters')
  }
}

/** Checks the names in `sort`. @throws ApiError ValidationError */
export function checkSort(
  schema: Schema,
  raw: unknown,
  context: QueryContext,
  param: KeyParameter = 'sort',
  parent: string | null = null,
): void {
  for (const item of [raw].flat()) {
    if (typeof item === 'string') {
      for (const piece of item.split(','))
        checkSortPath(schema, piece.split(':', 1)[0]?.trim() ?? '', context, param, parent)
    } else if (isRecord(item)) {
      for (const [name, value] of Object.entries(item)) {
        if (isRecord(value)) {
          const attribute = requireAttribute(schema, name, { parent, param }, context)
          const target = schemaBehind(attribute, context.registry)
          if (target) checkSort(target, value, context, param, pathOf(parent, name))
        } else checkSortPath(schema, name, context, param, parent)
      }
    }
  }
}

function checkSortPath(
  schema: Schema,
  text: string,
  context: QueryContext,
  param: KeyParameter,
  root: string | null,
): void {
  if (text === '') return
  const names = text.split('.')
  let at = schema
  let parent = root
  for (const [index, name] of names.entries()) {
    const attribute = requireAttribute(at, name, { parent, param }, context)
    parent = pathOf(parent, name)
    if (isScalar(attribute)) {
      if (index < names.length - 1) throw invalidQueryKey(names[index + 1] as string, parent, param)
      return
    }
    const target = schemaBehind(attribute, context.registry)
    if (!target || index === names.length - 1) throw invalidQueryKey(name, parent, param)
    at = target
  }
}

/** Checks the names in `fields`. @throws ApiError ValidationError */
export function checkFields(schema: Schema, raw: unknown, context: QueryContext, param: KeyParameter = 'fields'): void {
  if (isRecord(raw)) {
    throw new ApiError('ValidationError', 'Invalid fields parameter. Expected a string or an array of strings')
  }
  const names = [raw]
    .flat()
    .flatMap((item) => (typeof item === 'string' ? item.split(',').map((name) => name.trim()) : []))
  for (const name of names) {
    if (name === '*' || name === '') continue
    const attribute = requireAttribute(schema, name, { parent: null, param }, context)
    if (!isScalar(attribute)) throw invalidQueryKey(name, name, param)
  }
}
