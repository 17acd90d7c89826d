import { type Attribute, isScalar, type Registry, type Schema } from '@content-api/model'

/** Returns the attributes that every entry must have, as `uid attribute`. */
export function requiredAttributes({ contentTypes, components }: Registry): string[] {
  return [...contentTypes.values(), ...components.values()].flatMap((schema) =>
    Object.entries(schema.declared).flatMap(([name, attribute]) =>
      mustHaveValue(attribute) ? [keyOf(schema, name)] : [],
    ),
  )
}

export const keyOf = ({ uid }: Schema, name: string): string => `${uid} ${name}`

/**
 * Returns whether every entry must have a value. Required lists may be empty, and entries may lack required
 * media, as in Strapi 4.26.
 */
export function mustHaveValue(attribute: Attribute): boolean {
  if (!attribute.required) return false
  if (attribute.type === 'relation') return attribute.relation.endsWith('One')
  return isScalar(attribute) || (attribute.type === 'component' && !attribute.repeatable)
}
