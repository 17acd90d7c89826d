import { queryText } from '../state/address.js'
import type { Query } from '../state/query.js'
import { codeText, type CodeText, Translation } from './code-text.js'
import type { Target } from './target.js'

export function restUrl({ origin, path }: Pick<Target, 'origin' | 'path'>, query: Query): string {
  const text = queryText(query)
  return `${origin}${path}${text === '' ? '' : `?${text}`}`
}

export function restCode(target: Target, query: Query): CodeText {
  const parts = [{ title: 'URL', language: 'text' as const, text: restUrl(target, query) }]
  return codeText(parts, new Translation())
}

/** Prints a curl command. It reads the token from the environment, because code to copy must not contain one. */
export function curlCode(target: Target, query: Query): CodeText {
  // `--globoff`: brackets have a meaning in curl. A single quote would end the argument.
  const url = restUrl(target, query).replaceAll("'", '%27')
  const header = target.needsToken ? ` \\\n  --header "Authorization: Bearer $CONTENT_API_TOKEN"` : ''
  return codeText([{ title: 'curl', language: 'bash', text: `curl --globoff '${url}'${header}` }], new Translation())
}
