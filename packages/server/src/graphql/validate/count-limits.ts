import { type ASTNode, type ASTVisitor, GraphQLError, type ValidationContext, type ValidationRule } from 'graphql'

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
