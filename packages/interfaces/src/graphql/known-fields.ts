import {
  type ASTVisitor,
  FieldsOnCorrectTypeRule,
  getNamedType,
  GraphQLError,
  type GraphQLNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type ValidationContext,
} from 'graphql'

/** The fields between an entry and its response. */
const envelope = ['data', 'attributes']

/**
 * Rejects unknown fields, like graphql-js. If the envelope of the entry has the field at another level, which is the
 * usual mistake, says where.
 */
export function knownFields(context: ValidationContext): ASTVisitor {
  /** The types above the current field, the outermost first. */
  const above: (GraphQLNamedType | undefined)[] = []
  const advised = Object.create(context, {
    reportError: {
      value(error: GraphQLError) {
        const [node] = error.nodes ?? []
        const name = node?.kind === Kind.FIELD ? node.name.value : ''
        const advice = error.message.includes('Did you mean') ? undefined : placeOf(name, above)
        const { nodes } = error
        context.reportError(
          advice === undefined
            ? error
            : new GraphQLError(`${error.message} Did you mean ${advice}?`, { ...(nodes && { nodes }) }),
        )
      },
    },
  }) as ValidationContext
  const { Field: check } = FieldsOnCorrectTypeRule(advised) as { Field: (node: unknown) => void }
  return {
    Field: {
      enter(node) {
        above.push(context.getParentType() ?? undefined)
        check(node)
      },
      leave: () => void above.pop(),
    },
  }
}

/** Returns where the envelope of the entry has a field, such as `data { attributes { title } }`. */
function placeOf(name: string, above: readonly (GraphQLNamedType | undefined)[]): string | undefined {
  const outer = above.at(-2)
  return (
    placeBelow(name, above.at(-1), envelope.length) ??
    (outer && fieldOf(outer, name) ? `${name} of ${outer.name}, one level up` : undefined)
  )
}

function placeBelow(name: string, type: GraphQLNamedType | undefined, levels: number): string | undefined {
  if (levels === 0) return undefined
  for (const step of envelope) {
    const field = fieldOf(type, step)
    if (!field) continue
    const next = getNamedType(field.type)
    const place = fieldOf(next, name) ? name : placeBelow(name, next, levels - 1)
    if (place !== undefined) return `${step} { ${place} }`
  }
  return undefined
}

const fieldOf = (type: GraphQLNamedType | undefined, name: string) =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined
