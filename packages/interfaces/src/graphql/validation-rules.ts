import {
  type ASTVisitor,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
  type ASTNode,
  type ValidationRule,
  KnownArgumentNamesRule,
  type DocumentNode,
  type FieldNode,
  visit,
} from 'graphql'

/**
 * Rejects operations that are deeper than `limit` fields below their root fields (specification §8).
 * Introspection is exempt, because the introspection query of tools is deeper than the default limit.
 */
export function depthLimit(limit: number) {
  return (context: ValidationContext): ASTVisitor => ({
    OperationDefinition(operation) {
      const path = deepestPath(context, operation.selectionSet, new Map())
      const depth = lengthOf(path) - 1
      if (depth <= limit) return
      const name = operation.name?.value ?? ''
      const where = `${describePath(path, limit + 1)} is too deep`
      const message = `'${name}' exceeds maximum operation depth of ${limit}: ${where}. Select it in another operation, or raise graphql.config.depthLimit`
      context.reportError(new GraphQLError(message, { nodes: operation }))
    },
  })
}

/** The fields of a path, from the root field. It is a linked list: fragments share their ends. */
interface Path {
  readonly name: string
  readonly length: number
  readonly next: Path | null
}

const lengthOf = (path: Path | null) => path?.length ?? 0

/** Maximum names of a path in an error message. */
const maximumShown = 20

/** Returns the names of a path up to the first field beyond the limit. */
function describePath(path: Path | null, levels: number): string {
  const names: string[] = []
  for (let field = path; field && names.length <= levels; field = field.next) names.push(field.name)
  return names.length <= maximumShown ? names.join('.') : `…${names.slice(-maximumShown).join('.')}`
}

/** Returns the longest path of fields. Each fragment is measured once. Another rule rejects recursive fragments. */
function deepestPath(
  context: ValidationContext,
  { selections }: SelectionSetNode,
  known: Map<string, Path | null>,
): Path | null {
  let deepest: Path | null = null
  for (const selection of selections) {
    let path: Path | null
    if (selection.kind === Kind.FIELD) {
      const name = selection.name.value
      if (name.startsWith('__')) continue
      const next = selection.selectionSet ? deepestPath(context, selection.selectionSet, known) : null
      path = { name, length: 1 + lengthOf(next), next }
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      path = deepestPath(context, selection.selectionSet, known)
    } else {
      path = pathOfFragment(context, selection.name.value, known)
    }
    if (lengthOf(path) > lengthOf(deepest)) deepest = path
  }
  return deepest
}

function pathOfFragment(context: ValidationContext, name: string, known: Map<string, Path | null>): Path | null {
  const measured = known.get(name)
  if (measured !== undefined) return measured
  known.set(name, null)
  const fragment = context.getFragment(name)
  const path = fragment ? deepestPath(context, fragment.selectionSet, known) : null
  known.set(name, path)
  return path
}

/** The maximum number of directives. Useful documents have fewer. */
const maximumDirectives = 50

/** Limits the aliases and directives of a document: each root field with an alias costs another statement. */
export function countLimits(maximumAliases: number): ValidationRule {
  return (context: ValidationContext): ASTVisitor => {
    let aliases = 0
    let directives = 0
    const report = (what: string, maximum: number, node: ASTNode) =>
      context.reportError(new GraphQLError(`A document may have at most ${maximum} ${what}`, { nodes: node }))
    return {
      Field(node) {
        if (node.alias && ++aliases === maximumAliases + 1) report('aliases', maximumAliases, node)
      },
      Directive(node) {
        if (++directives === maximumDirectives + 1) report('directives', maximumDirectives, node)
      },
    }
  }
}

/** Arguments of lists in Strapi 3 and 5, with the arguments that replace them here. */
const replacements: Readonly<Record<string, { readonly argument: string; readonly example: string }>> = {
  limit: { argument: 'pagination', example: 'pagination: { limit: … }' },
  start: { argument: 'pagination', example: 'pagination: { start: … }' },
  page: { argument: 'pagination', example: 'pagination: { page: … }' },
  pageSize: { argument: 'pagination', example: 'pagination: { pageSize: … }' },
  where: { argument: 'filters', example: 'filters: { … }' },
  status: { argument: 'publicationState', example: 'publicationState: PREVIEW for drafts and published entries' },
}

/** Rejects unknown arguments, like graphql-js. For arguments of other versions of Strapi, says what to use instead. */
export function knownArguments(context: ValidationContext): ASTVisitor {
  const { Argument: check, ...others } = KnownArgumentNamesRule(context) as { Argument: (node: unknown) => unknown }
  return {
    ...others,
    Argument(node) {
      const field = context.getFieldDef()
      const name = node.name.value
      const replacement = Object.hasOwn(replacements, name) ? replacements[name] : undefined
      const names = field?.args.map((argument) => argument.name) ?? []
      if (!field || !replacement || context.getArgument() || !names.includes(replacement.argument)) return check(node)
      const place = `${context.getParentType()?.name ?? ''}.${field.name}`
      const message = `Unknown argument "${name}" on field "${place}". Use ${replacement.example}`
      return context.reportError(new GraphQLError(message, { nodes: node }))
    },
  }
}

/**
 * The message of graphql-js when it aborts validation. graphql-js compares all pairs of fields with the same
 * key, as the specification of GraphQL requires, and aborts after half a million comparisons. The message
 * doesn't say why.
 */
const validationAborted = 'Validation aborted.'

/** Replaces that error by one that names the most repeated field and its location. Returns other errors unchanged. */
export function nameRepeatedField(error: GraphQLError, document: DocumentNode): GraphQLError {
  if (error.message !== validationAborted) return error
  const repeated = mostRepeated(document)
  if (!repeated) return error
  const { key, count, node } = repeated
  return new GraphQLError(
    `The document repeats fields so often that they can't all be compared: it contains "${key}" ${count} times. Select each field once`,
    { nodes: node },
  )
}

interface Repeated {
  readonly key: string
  readonly count: number
  /** The first node of the field. */
  readonly node: FieldNode
}

function mostRepeated(document: DocumentNode): Repeated | undefined {
  const byKey = new Map<string, Repeated>()
  let most: Repeated | undefined
  visit(document, {
    Field(node) {
      const key = node.alias?.value ?? node.name.value
      const known = byKey.get(key)
      const repeated = { key, count: (known?.count ?? 0) + 1, node: known?.node ?? node }
      byKey.set(key, repeated)
      if (repeated.count > (most?.count ?? 0)) most = repeated
    },
  })
  return most
}
