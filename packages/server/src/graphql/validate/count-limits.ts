import { type ASTNode, type ASTVisitor, GraphQLError, type ValidationContext, type ValidationRule } from 'graphql'

/** No document has a use for more. */
const maximumDirectives = 50

/** Refuses documents whose size is in what they repeat: each renamed root field costs a statement. */
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
