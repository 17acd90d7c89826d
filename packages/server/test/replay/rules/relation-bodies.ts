import type { Attribute } from '@content-api/model'
import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../request-target.js'
import type { Case } from '../rule.js'
import { dataOf, writtenAttributes } from './bodies.js'
import { refusal } from './refusals.js'

type Value = Readonly<Record<string, unknown>>

const isRelation = ({ type }: Attribute) => type === 'relation'

/** Returns the relations of a body with `set`, `connect` or `disconnect`. */
function keyed(of: Case, ofType = isRelation): [name: string, value: Value][] {
  return writtenAttributes(of).flatMap(([name, attribute, value]) =>
    ofType(attribute) && isRecord(value) ? [[name, value] as [string, Value]] : [],
  )
}

/** Returns the data with some attributes changed; null if none is. */
function replaced(of: Case, change: (name: string, value: Value) => unknown, ofType = isRelation): Value | null {
  const data = { ...dataOf(of) }
  let changed = false
  for (const [name, value] of keyed(of, ofType)) {
    const other = change(name, value)
    if (other === undefined) continue
    data[name] = other
    changed = true
  }
  return changed ? data : null
}

const present = (value: Value, key: string) => (value[key] ?? null) !== null

const mixesSet = (value: Value) => present(value, 'set') && (present(value, 'connect') || present(value, 'disconnect'))

export const setStandsAlone = refusal({
  name: '0057-set-stands-alone',
  strapi: 'applies `set` and ignores `connect` and `disconnect` beside it.',
  ours: 'rejects the combination with 400 and writes nothing.',
  why: 'the specification forbids it (§4.4, rule 5), and half of the request would be ignored.',
  refuses(of) {
    const paths = keyed(of).flatMap(([name, value]) => (mixesSet(value) ? [[name]] : []))
    return paths.length > 0 ? { error: 'ValidationError', paths } : null
  },
  instead: (of) => replaced(of, (_name, value) => (mixesSet(value) ? { set: value['set'] } : undefined)),
})

const idOf = (item: unknown): unknown => (isRecord(item) ? item['id'] : item)

/** Returns the items of `connect` that repeat an id. */
function repeats(items: unknown): unknown[] {
  if (!Array.isArray(items)) return []
  return items.filter((item, at) => items.findIndex((other) => String(idOf(other)) === String(idOf(item))) < at)
}

export const connectOnce = refusal({
  name: '0058-connect-names-each-id-once',
  strapi: 'rejects an id that occurs twice in `connect` only if the two items differ.',
  ours: 'always rejects it with 400.',
  why: 'the specification has no exception (§4.4, rule 4).',
  refuses: (of) =>
    keyed(of).some(([, value]) => !mixesSet(value) && repeats(value['connect']).length > 0)
      ? { error: 'ValidationError' }
      : null,
  instead: (of) =>
    replaced(of, (_name, value) => {
      const { connect } = value
      if (!Array.isArray(connect) || repeats(connect).length === 0) return undefined
      const once = connect.filter((item, at) => !connect.slice(0, at).some((other) => isDeepStrictEqual(item, other)))
      return repeats(once).length > 0 ? undefined : { ...value, connect: once }
    }),
})

const anchors = ['before', 'after']

/** Whether a position is invalid. */
function isWrongPosition(item: unknown): boolean {
  if (!isRecord(item) || !('position' in item)) return false
  const { position } = item
  const keys = isRecord(position) ? Object.keys(position) : []
  const [key = ''] = keys
  if (keys.length !== 1 || !['before', 'after', 'start', 'end'].includes(key)) return true
  const value = (position as Value)[key]
  return anchors.includes(key) ? typeof value !== 'number' : value !== true
}

/** Returns the position that Strapi uses instead of an invalid one; `'fails'` if Strapi fails. */
function understood({ position }: Value): Value | 'fails' {
  if (!isRecord(position)) return { end: true }
  const named = anchors.filter((key) => position[key] !== undefined)
  const [anchor] = named
  if (named.length > 1 || (anchor && typeof position[anchor] !== 'number')) return 'fails'
  if (anchor) return { [anchor]: position[anchor] }
  return position['start'] === true ? { start: true } : { end: true }
}

export const onePosition = refusal({
  name: '0059-a-position-is-one-thing',
  strapi: 'accepts a position with several keys, and uses the end for an empty or unknown one.',
  ours: 'rejects a position with 400 unless it has exactly one of `before`, `after`, `start: true` and `end: true`, with the id as a number.',
  why: 'the specification says exactly one (§4.4, rule 2). A wrong order is a silent mistake.',
  refuses: (of) =>
    keyed(of).some(([, { connect }]) => Array.isArray(connect) && connect.some(isWrongPosition))
      ? { error: 'ValidationError' }
      : null,
  instead: (of) =>
    replaced(of, (_name, value) => {
      const { connect } = value
      if (!Array.isArray(connect) || !connect.some(isWrongPosition)) return undefined
      const items = connect.map((item: Value) =>
        isWrongPosition(item) ? { ...item, position: understood(item) } : item,
      )
      return items.some((item) => isRecord(item) && item['position'] === 'fails')
        ? undefined
        : { ...value, connect: items }
    }),
})

const isMedia = ({ type }: Attribute) => type === 'media'
const connectsMedia = (value: Value) => 'connect' in value || 'disconnect' in value

export const mediaNotConnected = refusal({
  name: '0060-media-are-set-not-connected',
  strapi: 'empties a media attribute whose value has `connect` or `disconnect`.',
  ours: 'rejects the request with 400 and writes nothing.',
  why: 'the specification excludes media from both (§4.4), and connecting one file must not remove the others.',
  refuses(of) {
    const paths = keyed(of, isMedia).flatMap(([name, value]) => (connectsMedia(value) ? [[name]] : []))
    return paths.length > 0 ? { error: 'ValidationError', paths } : null
  },
  instead: (of) => replaced(of, (_name, value) => (connectsMedia(value) ? null : undefined), isMedia),
})

/** Returns the relations whose target type the caller may not find. */
function hiddenRelations(of: Case): string[] {
  return writtenAttributes(of).flatMap(([name, attribute]) =>
    attribute.type === 'relation' && attribute.target !== undefined && !of.may('find', attribute.target) ? [name] : [],
  )
}

export const hiddenTargetsRefused = refusal({
  name: '0061-hidden-targets-are-refused',
  strapi: 'silently drops a relation to a type that the caller may not find, and writes the rest.',
  ours: 'sends 403 and writes nothing.',
  why: 'no part of a request is dropped silently.',
  refuses: (of) => (hiddenRelations(of).length > 0 ? { error: 'ForbiddenError' } : null),
  instead(of) {
    const hidden = hiddenRelations(of)
    const data = dataOf(of)
    if (hidden.length === 0 || !data) return null
    return Object.fromEntries(Object.entries(data).filter(([name]) => !hidden.includes(name)))
  },
})

/** Returns the relations whose `disconnect` is not a list of ids. */
const wrongDisconnects = (of: Case) =>
  keyed(of).filter(([, { disconnect }]) => {
    if ((disconnect ?? null) === null) return false
    return !Array.isArray(disconnect) || disconnect.some((item) => (idOf(item) ?? null) === null)
  })

export const disconnectIsAList = refusal({
  name: '0082-disconnect-is-a-list',
  strapi: 'ignores a `disconnect` that is not a list, and its items without an id.',
  ours: 'rejects them with 400, as for `connect` and `set`.',
  why: 'the relation would stay connected without an error.',
  refuses: (of) => (wrongDisconnects(of).length > 0 ? { error: 'ValidationError', paths: [[]] } : null),
  instead: (of) =>
    wrongDisconnects(of).length === 0
      ? null
      : replaced(of, (_name, { disconnect, ...value }) => {
          if (!Array.isArray(disconnect)) return (disconnect ?? null) === null ? undefined : value
          return { ...value, disconnect: disconnect.filter((item) => (idOf(item) ?? null) !== null) }
        }),
})

const isTrue = (of: Case) =>
  writtenAttributes(of).flatMap(([name, { type }, value]) => (type === 'relation' && value === true ? [name] : []))

export const trueIsNoId = refusal({
  name: '0083-true-is-no-id',
  strapi: 'leaves a relation unchanged if its value is `true`.',
  ours: 'rejects it with 400, as for `false` and strings.',
  why: 'no part of a request is dropped silently.',
  refuses: (of) => (isTrue(of).length > 0 ? { error: 'ValidationError', paths: [[]] } : null),
  instead(of) {
    const names = isTrue(of)
    if (names.length === 0) return null
    return Object.fromEntries(Object.entries(dataOf(of) ?? {}).filter(([name]) => !names.includes(name)))
  },
})
