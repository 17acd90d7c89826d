import { isRecord } from '../is-record.js'
import { invalid } from './request-error.js'

function idOf(item: unknown): number {
  const id = isRecord(item) ? item['id'] : item
  const number = typeof id === 'number' || (typeof id === 'string' && /^\d+$/.test(id)) ? Number(id) : Number.NaN
  if (!Number.isInteger(number)) throw invalid('Invalid relations')
  return number
}

const listOf = (value: unknown): unknown[] => {
  if (!Array.isArray(value)) throw invalid('Invalid relations: connect, disconnect and set must be arrays')
  return value
}

function unique(ids: readonly number[]): number[] {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined)
    throw invalid(
      `The relation with id ${twice} is already connected. An entry cannot be connected twice in one request.`,
    )
  return [...ids]
}

const anchorOf = (value: unknown): number => {
  if (typeof value !== 'number') throw invalid('before and after must be an id')
  return value
}

/** Returns the index at which to insert an item. `list` no longer contains it. */
function indexOf(item: unknown, list: readonly number[]): number {
  if (!isRecord(item) || !('position' in item)) return list.length
  const { position } = item
  const [key, ...more] = isRecord(position) ? Object.keys(position) : []
  if (!isRecord(position) || key === undefined || more.length > 0)
    throw invalid('position must have exactly one of before, after, start and end')
  if (key === 'start' || key === 'end') {
    if (position[key] !== true) throw invalid(`${key} takes true`)
    return key === 'start' ? 0 : list.length
  }
  if (key !== 'before' && key !== 'after') throw invalid(`position has no key '${key}'`)
  const at = list.indexOf(anchorOf(position[key]))
  if (at < 0) throw invalid(`The entry ${String(position[key])} is not connected, so it can't be a position`)
  return key === 'before' ? at : at + 1
}

/** Returns the ids of a relation after a body's value has been applied; undefined for no change. */
export function applied(value: unknown, before: readonly number[]): number[] | undefined {
  if (value === null) return []
  if (Array.isArray(value)) return unique(value.map(idOf))
  if (!isRecord(value) || 'id' in value) return [idOf(value)]
  const { set, connect, disconnect, ...rest } = value
  const [stray] = Object.keys(rest)
  if (stray !== undefined) throw invalid(`A relation has no key '${stray}'`)
  if (set !== undefined) {
    if (connect !== undefined || disconnect !== undefined)
      throw invalid("set can't be combined with connect or disconnect")
    return unique(listOf(set).map(idOf))
  }
  if (connect === undefined && disconnect === undefined) return undefined
  const removedIds = listOf(disconnect ?? []).map(idOf)
  const items = listOf(connect ?? [])
  unique(items.map(idOf))
  let list = before.filter((id) => !removedIds.includes(id))
  for (const item of items) {
    const id = idOf(item)
    const others = list.filter((one) => one !== id)
    list = others.toSpliced(indexOf(item, others), 0, id)
  }
  return list
}
