import { isRecord } from '@content-api/model'
import { Kind, OperationTypeNode, parse } from 'graphql'

/** Tokens of a document that is parsed. */
const mostTokens = 20_000

/**
 * Returns whether the body of a GraphQL request only has queries, so that Strapi may get it twice.
 * @param body JSON
 */
export function hasOnlyQueries(body: Buffer): boolean {
  try {
    const operations = [JSON.parse(body.toString('utf8')) as unknown].flat()
    return operations.every((each) => isRecord(each) && typeof each['query'] === 'string' && isQuery(each['query']))
  } catch {
    return false
  }
}

function isQuery(text: string): boolean {
  const { definitions } = parse(text, { noLocation: true, maxLexicalTokens: mostTokens })
  return definitions.every(
    (each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ||
      (each.kind === Kind.OPERATION_DEFINITION && each.operation === OperationTypeNode.QUERY),
  )
}
