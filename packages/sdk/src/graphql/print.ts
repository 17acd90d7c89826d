type Nodes = readonly AnyNode[] | undefined

/** A node of a request: its kind, and of the rest what that kind has. */
export interface AnyNode {
  readonly kind: string
  readonly operation?: string
  readonly name?: AnyNode
  readonly alias?: AnyNode
  readonly type?: AnyNode
  readonly typeCondition?: AnyNode
  readonly variable?: AnyNode
  readonly defaultValue?: AnyNode
  readonly selectionSet?: AnyNode
  readonly definitions?: Nodes
  readonly variableDefinitions?: Nodes
  readonly directives?: Nodes
  readonly arguments?: Nodes
  readonly selections?: Nodes
  readonly values?: Nodes
  readonly fields?: Nodes
  /** Of an argument a node, of a literal or a name what it says. */
  readonly value?: AnyNode | string | boolean
}

/** Each kind of node that a request may hold, in the order of its parts (GraphQL, October 2021, appendix B). */
const printers: Readonly<Record<string, (node: AnyNode) => string>> = {
  Document: (node) => all(node.definitions),
  OperationDefinition: (node) =>
    `${node.operation} ${one(node.name)}${all(node.variableDefinitions, '(', ')')}${rest(node)}`,
  VariableDefinition: (node) => `${one(node.variable)}:${one(node.type)}${one(node.defaultValue, '=')}${rest(node)}`,
  FragmentDefinition: (node) => `fragment ${one(node.name)}${one(node.typeCondition, ' on ')}${rest(node)}`,
  SelectionSet: (node) => all(node.selections, '{', '}'),
  Field: (node) => `${one(node.alias, '', ':')}${one(node.name)}${rest(node)}`,
  FragmentSpread: (node) => `...${one(node.name)}${rest(node)}`,
  InlineFragment: (node) => `...${one(node.typeCondition, ' on ')}${rest(node)}`,
  Directive: (node) => `@${one(node.name)}${rest(node)}`,
  Argument: (node) => `${one(node.name)}:${one(node.value as AnyNode)}`,
  ObjectField: (node) => `${one(node.name)}:${one(node.value as AnyNode)}`,
  Variable: (node) => `$${one(node.name)}`,
  NullValue: () => 'null',
  // As a block too: the value is what matters.
  StringValue: (node) => JSON.stringify(node.value),
  ListValue: (node) => `[${all(node.values)}]`,
  ObjectValue: (node) => `{${all(node.fields)}}`,
  ListType: (node) => `[${one(node.type)}]`,
  NonNullType: (node) => `${one(node.type)}!`,
  NamedType: (node) => one(node.name),
}

const one = (node: AnyNode | undefined, before = '', after = ''): string => (node ? before + print(node) + after : '')
const all = (nodes: Nodes = [], before = '', after = ''): string =>
  nodes.length ? before + nodes.map(print).join(' ') + after : ''
/** What ends a node, of which only fields and directives have arguments. */
const rest = (node: AnyNode): string => all(node.arguments, '(', ')') + all(node.directives) + one(node.selectionSet)

/** The text of a document that is a node: no longer than it has to be. */
export function print(node: AnyNode): string {
  return printers[node.kind]?.(node) ?? (node.value as string)
}
