import { queryText } from '../state/address.js'
import type { Query } from '../state/query.js'
import { codeText, type CodeText, Translation } from './code-text.js'

export interface Target {
  /** Of the page, such as `http://127.0.0.1:1337`. */
  readonly origin: string
  /** Of the type, such as `/api/articles`. */
  readonly path: string
  /** Without permissions no request needs a token. */
  readonly needsToken: boolean
}

export function restUrl({ origin, path }: Pick<Target, 'origin' | 'path'>, query: Query): string {
  const text = queryText(query)
  return `${origin}${path}${text === '' ? '' : `?${text}`}`
}

export function restCode(target: Target, query: Query): CodeText {
  const parts = [{ title: 'URL', language: 'text' as const, text: restUrl(target, query) }]
  return codeText(parts, new Translation())
}

/** The token is read from the environment: code to copy never holds one. */
export function curlCode(target: Target, query: Query): CodeText {
  // Brackets are curl's own syntax otherwise, and a single quote would end the argument.
  const url = restUrl(target, query).replaceAll("'", '%27')
  const header = target.needsToken ? ` \\\n  --header "Authorization: Bearer $CONTENT_API_TOKEN"` : ''
  return codeText([{ title: 'curl', language: 'bash', text: `curl --globoff '${url}'${header}` }], new Translation())
}
