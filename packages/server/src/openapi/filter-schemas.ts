import { type Registry, type ScalarAttribute, type Schema, isScalar } from '@content-api/model'
import { scalarBehaviours } from '@content-api/engine/attributes'
import { type ValueOperator, valueOperators } from '@content-api/engine/plan'
import { arrayOf, type JsonSchema, object, ref } from './json-schema.js'
import { schemaName } from './names.js'

const value: JsonSchema = { type: ['string', 'number', 'boolean'] }
const text: JsonSchema = { type: 'string' }

/** A value of a JSON attribute: also an object or an array. */
const anything: JsonSchema = { type: ['string', 'number', 'boolean', 'object', 'array'] }
const equalities: ReadonlySet<ValueOperator> = new Set(['$eq', '$ne', '$in', '$notIn'])

const arities: Readonly<
  Record<(typeof valueOperators)[ValueOperator]['arity'], (operator: ValueOperator, operand: JsonSchema) => JsonSchema>
> = {
  one: (operator, operand) => (valueOperators[operator].text ? text : operand),
  many: (_, operand) => arrayOf(operand),
  two: () => ({ ...arrayOf(value), minItems: 2, maxItems: 2 }),
  flag: () => ({ type: 'boolean' }),
}

/** Returns the schemas of all value operators (specification §4.3). A plain value means `$eq`. */
export function operatorSchemas(): Record<string, JsonSchema> {
  return { FilterValue: operators('FilterValue', value), JsonFilterValue: operators('JsonFilterValue', anything) }
}

function operators(name: string, operand: JsonSchema): JsonSchema {
  const names = Object.keys(valueOperators).filter((key): key is ValueOperator => key in valueOperators)
  const properties = Object.fromEntries(
    names.map((operator) => {
      const own = equalities.has(operator) ? operand : value
      return [operator, arities[valueOperators[operator].arity](operator, own)]
    }),
  )
  return {
    anyOf: [value, arrayOf(operand), object({ ...properties, $not: ref(name) }, { closed: true })],
    description: 'A value means $eq, an array means $in.',
  }
}

/** Returns the schema of `filters` for a content type or component. */
export function filterSchemas(registry: Registry, schema: Schema): Record<string, JsonSchema> {
  const name = `${schemaName(schema)}Filters`
  const properties: Record<string, JsonSchema> = {}
  for (const [key, attribute] of Object.entries(schema.attributes)) {
    if (attribute.private) continue
    if (isScalar(attribute)) {
      if (isFilterable(attribute)) properties[key] = ref(isJson(attribute) ? 'JsonFilterValue' : 'FilterValue')
    } else if (attribute.type === 'relation' && attribute.target !== undefined) {
      properties[key] = linked(registry.contentType(attribute.target))
    } else if (attribute.type === 'component') {
      properties[key] = linked(registry.component(attribute.component))
    }
  }
  const groups = { $and: arrayOf(ref(name)), $or: arrayOf(ref(name)), $not: ref(name) }
  return { [name]: object({ ...properties, ...groups }, { closed: true }) }
}

function isFilterable({ type }: ScalarAttribute): boolean {
  return scalarBehaviours[type].filterable
}

const isJson = ({ type }: ScalarAttribute): boolean => scalarBehaviours[type].storage === 'json'

/** Returns the schema of a filter by attributes of the linked entry or component, or by its id. */
function linked(target: Schema): JsonSchema {
  return { anyOf: [ref(`${schemaName(target)}Filters`), ref('FilterValue')] }
}
