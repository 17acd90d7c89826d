import { type DocumentNode, GraphQLError, parse, TokenKind } from 'graphql'
import { withCode } from './errors.js'

/** The longest name that graphql-js may compare with those of the schema, to suggest one of them. */
export const longestName = 1_024

/**
 * Parses a document. It limits the tokens because the time for validation grows faster than the length of the
 * document, and names because each unknown one is compared with those of the schema: 0.1 s for 900 kB.
 * @throws GraphQLError
 */
export function parseDocument(text: string, maxLexicalTokens: number): DocumentNode {
  try {
    const document = parse(text, { maxLexicalTokens })
    if (text.length > longestName) rejectLongNames(document)
    return document
  } catch (error) {
    throw error instanceof GraphQLError ? withCode(error, 'GRAPHQL_PARSE_FAILED') : error
  }
}

function rejectLongNames({ loc }: DocumentNode): void {
  for (let token = loc?.startToken; token; token = token.next ?? undefined) {
    if (token.kind !== TokenKind.NAME || token.end - token.start <= longestName) continue
    throw new GraphQLError(`Syntax Error: A name has more than ${longestName} characters.`, {
      source: loc?.source ?? null,
      positions: [token.start],
    })
  }
}
