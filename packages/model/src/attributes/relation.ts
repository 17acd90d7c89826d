import * as z from 'zod/mini'
import { type RelationAttribute, relationKinds } from '../attribute.js'
import type { AttributeDefinition } from './definition.js'

/** The other end of a relation depends on other schemas, so it is checked when all of them are read. */
export const relation: AttributeDefinition<RelationAttribute> = {
  options: {
    relation: z.enum(relationKinds),
    target: z.optional(z.string()),
    mappedBy: z.optional(z.string()),
    inversedBy: z.optional(z.string()),
    morphBy: z.optional(z.string()),
  },
}
