import { attributeOf, isFollowed, isLink, type ModelIndex, type Schema } from '../model/model-index.js'
import type { ExplorerAttribute } from '../protocol.js'
import { isQueryObject, type QueryList, type QueryObject, type QueryValue } from '../state/query.js'
import type { Translation } from './code-text.js'
import { flagOf, type Json, type JsonObject, textOperators, valueOfType } from './values.js'

/** The differences between the languages of filters. */
export interface FilterLanguage {
  /** Returns the name of an operator or a group in the language. The argument is its name in a query string: `$eq`. */
  readonly nameOf: (operator: string) => string
  /** Returns a value of an attribute; undefined if the language has no such value. */
  readonly valueOf: (text: string, attribute: ExplorerAttribute, operator: string) => Json | undefined
  /** Returns why filters can't use an attribute; null if they can. */
  readonly refusal: (attribute: ExplorerAttribute, target: Schema | undefined) => string | null
}

interface Place {
  readonly model: ModelIndex
  readonly language: FilterLanguage
  readonly translation: Translation
  readonly schema: Schema | undefined
  readonly path: readonly string[]
}

/** Translates filters. Values get their types, and every comparison gets an operator. */
export function translateFilters(
  filters: QueryValue | undefined,
  schema: Schema,
  at: Omit<Place, 'schema'>,
): JsonObject | undefined {
  if (filters === undefined) return undefined
  if (!isQueryObject(filters)) return at.translation.leaveOut(at.path, 'It is not an object of conditions')
  const written = group(filters, { ...at, schema })
  return Object.keys(written).length === 0 ? undefined : written
}

function group(filters: QueryObject, place: Place): JsonObject {
  const members = Object.entries(filters).map(([key, value]) => member(key, value, inside(place, key)))
  return joined(members, place.language)
}

/** Merges objects into one. If two of them have the same key, joins all of them with `$and` instead. */
function joined(members: readonly JsonObject[], { nameOf }: FilterLanguage): JsonObject {
  const names = members.flatMap((one) => Object.keys(one))
  if (new Set(names).size === names.length) return Object.assign({}, ...members) as JsonObject
  return { [nameOf('$and')]: members }
}

const inside = (place: Place, key: string): Place => ({ ...place, path: [...place.path, key] })

function member(key: string, value: QueryValue, place: Place): JsonObject {
  const { language, translation, path } = place
  if (key === '$and' || key === '$or') return { [language.nameOf(key)]: list(value, place) }
  if (key === '$not') return { [language.nameOf(key)]: negated(value, place) }
  const attribute = attributeOf(place.schema, key)
  if (!attribute) {
    translation.leaveOut(path, 'The model has no such attribute')
    return {}
  }
  const target = place.model.targetOf(attribute)
  const refusal = language.refusal(attribute, target)
  if (refusal !== null) {
    translation.leaveOut(path, refusal)
    return {}
  }
  if (!isLink(attribute)) return scalar(attribute, value, place)
  if (!isFollowed(attribute) || !target) {
    translation.leaveOut(path, `Filters can’t use attributes of type ${attribute.type}`)
    return {}
  }
  const idOnly = isQueryObject(value) ? value : { $eq: value }
  return { [key]: group(withIdConditions(idOnly), { ...place, schema: target }) }
}

/** Operators on a link compare the id of the linked entry. */
function withIdConditions(value: QueryObject): QueryObject {
  const entries = Object.entries(value)
  const onId = entries.filter(([key]) => key.startsWith('$') && !groups.has(key))
  if (onId.length === 0) return value
  const others = entries.filter(([key]) => !onId.some(([one]) => one === key))
  const id = Object.fromEntries(onId)
  return value['id'] === undefined
    ? { id, ...Object.fromEntries(others) }
    : { $and: [{ id }, Object.fromEntries(others)] }
}

const groups: ReadonlySet<string> = new Set(['$and', '$or', '$not'])

function list(value: QueryValue, place: Place): Json {
  if (typeof value === 'string' || isQueryObject(value)) {
    place.translation.leaveOut(place.path, 'It is not a list of conditions')
    return []
  }
  return value.map((item, index) => {
    const at = inside(place, String(index))
    if (isQueryObject(item)) return group(item, at)
    at.translation.leaveOut(at.path, 'It is not an object of conditions')
    return {}
  })
}

function negated(value: QueryValue, place: Place): Json {
  if (isQueryObject(value)) return group(value, place)
  return { [place.language.nameOf('$and')]: list(value, place) }
}

function scalar(attribute: ExplorerAttribute, value: QueryValue, place: Place): JsonObject {
  const conditions = isQueryObject(value) ? value : { [typeof value === 'string' ? '$eq' : '$in']: value }
  return { [attribute.name]: operators(attribute, conditions, place) }
}

function operators(attribute: ExplorerAttribute, conditions: QueryObject, place: Place): JsonObject {
  const members = Object.entries(conditions).map(([operator, value]) => {
    const at = inside(place, operator)
    if (operator === '$not') {
      const inner = isQueryObject(value) ? value : { $eq: value }
      return { [place.language.nameOf('$not')]: operators(attribute, inner, at) }
    }
    return oneOperator(attribute, operator, value, at)
  })
  return Object.assign({}, ...members) as JsonObject
}

/** If an operator takes one value, a list means `$in` or `$notIn`. */
const listOperators: Readonly<Record<string, string>> = { $eq: '$in', $ne: '$notIn', $in: '$in', $notIn: '$notIn' }

function oneOperator(attribute: ExplorerAttribute, operator: string, value: QueryValue, at: Place): JsonObject {
  const { language, translation, path } = at
  const write = (text: QueryValue): Json => {
    const written = typeof text === 'string' ? language.valueOf(text, attribute, operator) : undefined
    if (written !== undefined) return written
    translation.leaveOut(path, 'The attribute can’t have this value')
    return null
  }
  if (operator === '$null' || operator === '$notNull') {
    return { [language.nameOf(operator)]: typeof value === 'string' ? flagOf(value) : true }
  }
  if (operator === '$in' || operator === '$notIn') {
    return { [language.nameOf(operator)]: (typeof value === 'string' ? [value] : (value as QueryList)).map(write) }
  }
  if (typeof value === 'string') return { [language.nameOf(operator)]: write(value) }
  const ofList = operator === '$between' ? operator : listOperators[operator]
  if (ofList === undefined || isQueryObject(value)) {
    translation.leaveOut(path, 'The operator takes one value')
    return {}
  }
  return { [language.nameOf(ofList)]: value.map(write) }
}

/** The SDK's filters contain JSON values. */
export const sdkFilters: FilterLanguage = {
  nameOf: (operator) => operator,
  valueOf: (text, { name, type }, operator) =>
    textOperators.has(operator) ? text : name === 'id' ? valueOfType(text, 'integer') : valueOfType(text, type),
  refusal: ({ type }) =>
    type === 'media' || type === 'dynamiczone' ? `Filters can’t use attributes of type ${type}` : null,
}
