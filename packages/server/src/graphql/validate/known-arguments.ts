import { type ASTVisitor, GraphQLError, KnownArgumentNamesRule, type ValidationContext } from 'graphql'

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
