import {
  type FieldNode,
  type GraphQLSchema,
  type InlineFragmentNode,
  Kind,
  type NameNode,
  parse,
  parseType,
  print,
  type SelectionSetNode,
  TypeInfo,
  valueFromASTUntyped,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { Random } from '../strapi-starts/random.js'

/** A query with the values of its variables. */
export interface VariedQuery {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
}

const nameOf = (value: string): NameNode => ({ kind: Kind.NAME, value })

/**
 * Writes a query in another way, as clients do: with variables, aliases, fragments, `__typename` and
 * directives.
 */
export function varyQuery(random: Random, schema: GraphQLSchema, query: string): VariedQuery {
  const definitions: VariableDefinitionNode[] = []
  const variables: Record<string, unknown> = {}
  const typeInfo = new TypeInfo(schema)
  const varied = visit(
    parse(query, { noLocation: true }),
    visitWithTypeInfo(typeInfo, {
      Argument(node) {
        const type = typeInfo.getInputType()
        if (!type || !random.chance(0.3)) return undefined
        const name = nameOf(`v${definitions.length}`)
        const variable = { kind: Kind.VARIABLE, name } as const
        definitions.push({ kind: Kind.VARIABLE_DEFINITION, variable, type: parseType(String(type)) })
        variables[name.value] = valueFromASTUntyped(node.value)
        return { ...node, value: variable }
      },
      Field: {
        leave: (node) => (random.chance(0.08) ? { ...node, ...variedField(random, node) } : undefined),
      },
      SelectionSet: {
        leave(node) {
          const parent = typeInfo.getParentType()
          return parent && random.chance(0.08) ? variedSelection(random, node, parent.name) : undefined
        },
      },
    }),
  )
  if (definitions.length === 0) return { query: print(varied) }
  const withVariables = visit(varied, {
    OperationDefinition: (node) => ({ ...node, name: nameOf('Varied'), variableDefinitions: definitions }),
  })
  return { query: print(withVariables), variables }
}

function variedField(random: Random, { name }: FieldNode): Partial<FieldNode> {
  if (random.chance(0.6)) return { alias: nameOf(`${name.value}Alias`) }
  const [directive, value] = random.one([
    ['include', true],
    ['include', false],
    ['skip', false],
  ] as const)
  const argument = { kind: Kind.ARGUMENT, name: nameOf('if'), value: { kind: Kind.BOOLEAN, value } } as const
  return { directives: [{ kind: Kind.DIRECTIVE, name: nameOf(directive), arguments: [argument] }] }
}

/** Adds `__typename`, or wraps all fields in a fragment. */
function variedSelection(random: Random, node: SelectionSetNode, type: string): SelectionSetNode {
  if (random.chance(0.5)) {
    return { ...node, selections: [...node.selections, { kind: Kind.FIELD, name: nameOf('__typename') }] }
  }
  const typeCondition = { kind: Kind.NAMED_TYPE, name: nameOf(type) } as const
  const fragment: InlineFragmentNode = { kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet: node }
  return { ...node, selections: [fragment] }
}
