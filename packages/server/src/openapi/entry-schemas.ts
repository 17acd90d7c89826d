import {
  type Attribute,
  type ContentType,
  type LinkAttribute,
  type Registry,
  type RelationAttribute,
  type Schema,
  isScalar,
} from '@content-api/model'
import { scalarBehaviours } from '@content-api/engine/attributes'
import { arrayOf, id, type JsonSchema, object, orNull, ref } from './json-schema.js'
import { schemaName } from './names.js'
import { scalarInput, scalarOutput } from './scalar-schemas.js'

type Schemas = Record<string, JsonSchema>

/** Returns the schemas of a content type or component: attributes, entries and, if it is `writable`, request bodies. */
export function entrySchemas(registry: Registry, schema: Schema, writable: boolean): Schemas {
  const name = schemaName(schema)
  const attributes = object(outputs(registry, schema))
  const input = object(inputs(registry, schema), { closed: true })
  if (schema.model === 'component') {
    return {
      [name]: { allOf: [object({ id }, { required: ['id'] }), attributes] },
      [`${name}Input`]: {
        ...input,
        description: 'With an `id`, changes the existing component. Without an `id`, adds a component.',
      },
    }
  }
  return {
    [name]: {
      ...attributes,
      description: 'Contains relations, media, components and zones only if they are populated.',
    },
    [`${name}Entry`]: object({ id, attributes: ref(name), meta: ref('EntryMeta') }, { required: ['id', 'attributes'] }),
    ...(writable && { [`${name}Input`]: input }),
  }
}

function visible(attribute: Attribute): boolean {
  return attribute.private !== true && !(isScalar(attribute) && scalarBehaviours[attribute.type].hidden)
}

function outputs(registry: Registry, schema: Schema): Schemas {
  const shown = Object.entries(schema.attributes).filter(([name, attribute]) => name !== 'id' && visible(attribute))
  return Object.fromEntries(
    shown.map(([name, attribute]) => [
      name,
      isScalar(attribute) ? orNull(scalarOutput(attribute)) : linkOutputs[attribute.type](registry, attribute as never),
    ]),
  )
}

/** The schema of a populated relation, media attribute, component or zone (specification §2.2). */
const linkOutputs: {
  readonly [Type in LinkAttribute['type']]: (
    registry: Registry,
    attribute: Extract<LinkAttribute, { type: Type }>,
  ) => JsonSchema
} = {
  media: (_, { multiple }) =>
    object({ data: orNull(multiple ? arrayOf(ref('UploadFileEntry')) : ref('UploadFileEntry')) }),
  relation: (registry, attribute) => {
    if (attribute.target === undefined) {
      const any = object({ id, __type: { type: 'string' } }, { required: ['id', '__type'] })
      return attribute.relation === 'morphToMany' ? arrayOf(any) : orNull(any)
    }
    const entry = ref(`${schemaName(registry.contentType(attribute.target))}Entry`)
    return object({ data: isToMany(attribute) ? arrayOf(entry) : orNull(entry) })
  },
  component: (registry, { component, repeatable }) => {
    const item = ref(schemaName(registry.component(component)))
    return repeatable ? arrayOf(item) : orNull(item)
  },
  dynamiczone: (registry, { components }) =>
    arrayOf({ oneOf: components.map((uid) => named(uid, ref(schemaName(registry.component(uid))))) }),
}

/** Returns the schema of a component in a zone, which names its type in `__component`. */
function named(uid: string, component: JsonSchema): JsonSchema {
  return { allOf: [object({ __component: { const: uid } }, { required: ['__component'] }), component] }
}

export function isToMany({ relation }: RelationAttribute): boolean {
  return relation.endsWith('ToMany') || relation === 'morphMany'
}

function inputs(registry: Registry, schema: Schema): Schemas {
  const properties: Schemas = schema.model === 'component' ? { id } : {}
  for (const [name, attribute] of Object.entries(schema.declared)) {
    properties[name] = isScalar(attribute)
      ? orNull(scalarInput(attribute))
      : linkInputs[attribute.type](registry, attribute as never)
  }
  if (schema.model === 'contentType') Object.assign(properties, standardInputs(schema))
  return properties
}

function standardInputs({ draftAndPublish, localized }: ContentType): Schemas {
  return {
    ...(draftAndPublish && {
      publishedAt: {
        type: ['string', 'integer', 'null'],
        description: 'A time publishes the entry, null makes it a draft. Without it, a new entry is published.',
      },
    }),
    ...(localized && {
      locale: { type: 'string', description: 'The locale of a new entry. It can not be changed later.' },
    }),
  }
}

const linkInputs: {
  readonly [Type in LinkAttribute['type']]: (
    registry: Registry,
    attribute: Extract<LinkAttribute, { type: Type }>,
  ) => JsonSchema
} = {
  media: (_, { multiple }) => orNull(multiple ? { anyOf: [id, arrayOf(id)] } : id),
  relation: (_, attribute) => {
    if (attribute.target === undefined) {
      const any = object({ id, __type: { type: 'string' } }, { required: ['id', '__type'] })
      return orNull(attribute.relation === 'morphToMany' ? arrayOf(any) : any)
    }
    return ref(isToMany(attribute) ? 'RelationToMany' : 'RelationToOne')
  },
  component: (registry, { component, repeatable, min, max }) => {
    const item = ref(`${schemaName(registry.component(component))}Input`)
    return orNull(repeatable ? { ...arrayOf(item), ...bounds({ min, max }) } : item)
  },
  dynamiczone: (registry, { components, min, max }) =>
    orNull({
      ...arrayOf({ oneOf: components.map((uid) => ref(`${schemaName(registry.component(uid))}ZoneInput`)) }),
      ...bounds({ min, max }),
    }),
}

function bounds({ min, max }: { min: number | undefined; max: number | undefined }): JsonSchema {
  return { ...(min !== undefined && { minItems: min }), ...(max !== undefined && { maxItems: max }) }
}

/** Returns the input schemas of components in zones: like the input of the component, with `__component`. */
export function zoneInputs(registry: Registry): Schemas {
  const schemas: Schemas = {}
  for (const component of registry.components.values()) {
    const properties = { __component: { const: component.uid }, ...inputs(registry, component) }
    schemas[`${schemaName(component)}ZoneInput`] = object(properties, { required: ['__component'], closed: true })
  }
  return schemas
}
