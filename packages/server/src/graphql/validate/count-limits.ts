import { type ASTNode, type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql'

/** Renamed fields of one document: each root field costs a statement, whatever it is called. */
const maximumAliases = 50
const maximumDirectives = 50

/** Refuses documents whose size is in what they repeat. */
export function countLimits(context: ValidationContext): ASTVisitor {
  let aliases = 0
  let directives = 0
  const refuse = (what: string, maximum: number, node: ASTNode) =>
    context.reportError(new GraphQLError(`A document may have at most ${maximum} ${what}`, { nodes: node }))
  return {
    Field(node) {
      if (node.alias && ++aliases === maximumAliases + 1) refuse('aliases', maximumAliases, node)
    },
    Directive(node) {
      if (++directives === maximumDirectives + 1) refuse('directives', maximumDirectives, node)
    },
  }
}
